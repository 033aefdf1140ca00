/*
 * Prepares a fresh clone, as far as needed: installs if node_modules is missing or older than the lock file, compiles
 * the messages, and builds the app with --build: for local use, with the inspector in it, unless NODE_ENV is production
 * or --production is given. A step is done again when the contents of its files differ from those of the last time, also
 * because one is gone. Each slow step is announced with its approximate duration and reported when done; if there is
 * nothing to do, it prints nothing. Plain JavaScript, because it runs on any installed version of Node.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const options = process.argv.slice(2);
if (options.some((option) => !['--build', '--production'].includes(option))) {
  console.error('Usage: npm run build');
  process.exit(2);
}
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const at = (...parts) => join(root, ...parts);
const node = at('node_modules', '.bin', 'node');

if (modified(at('node_modules', '.package-lock.json')) < modified(at('package-lock.json'))) {
  run('Installing packages, once', 'one to three minutes', 'npm', [
    'ci',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
}
const ownTexts = at('operator', 'texts');
const compiled = at('locales', 'compiled');
// With the compiled files, because `npm test` compiles them without the own texts.
const texts = () => digest([at('locales'), ownTexts], /\.(po|ts|json)$/);
if (read(compiled) !== texts()) {
  run('Compiling the messages', 'seconds', node, [
    at('node_modules/@lingui/cli/dist/lingui.js'),
    'compile',
    '--typescript',
  ]);
  if (existsSync(ownTexts)) run('Applying your own texts', 'seconds', node, [at('tools/ownTexts.ts')]);
  writeFileSync(compiled, texts());
}
const sources = [
  'src',
  'machines',
  'locales',
  'index.html',
  'operator/public',
  'operator/pages',
  'vite.config.ts',
  'packages',
  'tools/build.ts',
  'tools/prerender.ts',
  'tools/chunks.ts',
  'tools/compileHints.ts',
  'tools/brand',
  'tools/integrity',
  'tools/messageParts.ts',
  'tools/flows',
  'tests/machines/golden',
  'package-lock.json',
].map((name) => at(name));
const isProduction = options.includes('--production') || nodeEnvironment() === 'production';
const mode = isProduction ? 'production' : 'development';
if (options.includes('--build')) {
  const current = digest(sources, /./);
  if (read(at('dist', 'built')) !== mode || read(at('dist', 'sources')) !== current) {
    run('Building the app', 'about ten seconds', node, [at('tools/build.ts')], { NODE_ENV: mode });
    writeFileSync(at('dist', 'sources'), current);
  }
}

function run(what, howLong, command, args, env = {}) {
  checkWritable(what);
  console.log(`${what}: ${howLong} …`);
  const began = Date.now();
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) {
    console.log(`  done in ${Math.ceil((Date.now() - began) / 1000)} s`);
    return;
  }
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`);
  console.error(`"${[command, ...args].join(' ')}" failed; see above.`);
  process.exit(1);
}

/** Every step writes into the project; what it runs would end in a stack of its own. */
function checkWritable(what) {
  try {
    accessSync(root, constants.W_OK);
  } catch (error) {
    console.error(`${what} is not possible: ${root} cannot be written to (${error.code}).`);
    process.exit(1);
  }
}

/** NODE_ENV of the environment, else of the file .env, which the server reads too. */
function nodeEnvironment() {
  if (process.env.NODE_ENV !== undefined) return process.env.NODE_ENV;
  return /^\s*(?:export\s+)?NODE_ENV\s*=\s*["'`]?(\w+)/m.exec(read(at('.env')))?.[1];
}

/** When a file was last changed, ms; 0 for a missing one. */
function modified(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}

/** The text of a file; empty for a missing one, and one that cannot be read ends the setup with a sentence. */
function read(path) {
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  } catch (error) {
    console.error(`The file ${relative(root, path)} cannot be read (${error.code}).`);
    process.exit(1);
  }
}

/** One value for the names and contents of all files below the given places that match. */
function digest(places, pattern) {
  const all = createHash('sha256');
  for (const path of places.flatMap(filesIn).filter((name) => pattern.test(name))) {
    all.update(`${relative(root, path)}\n${createHash('sha256').update(readFileSync(path)).digest('hex')}\n`);
  }
  return all.digest('hex');
}

/** All files below a place, in a fixed order. */
function filesIn(place) {
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesIn(join(place, name)));
}
