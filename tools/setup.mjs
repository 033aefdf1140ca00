/*
 * Prepares a fresh clone, as far as needed: installs if node_modules is missing or older than the lock file, compiles
 * the messages, and builds the app with --build: for local use, with the inspector in it, unless NODE_ENV is production
 * or --production is given. Each slow step is announced with its approximate duration and reported when done; if there
 * is nothing to do, it prints nothing. Plain JavaScript, because it runs on any installed version of Node.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
if (newest([at('locales')], /\.ts$/) < Math.max(newest([at('locales')], /\.po$/), newest([ownTexts], /\.json$/))) {
  run('Compiling the messages', 'seconds', node, [
    at('node_modules/@lingui/cli/dist/lingui.js'),
    'compile',
    '--typescript',
  ]);
  if (existsSync(ownTexts)) run('Applying your own texts', 'seconds', node, [at('tools/ownTexts.ts')]);
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
const isProduction = process.argv.includes('--production') || nodeEnvironment() === 'production';
const mode = isProduction ? 'production' : 'development';
const built = at('dist', 'built');
const isStale = () => modified(built) < newest(sources, /./) || readFileSync(built, 'utf8') !== mode;
if (process.argv.includes('--build') && isStale()) {
  run('Building the app', 'about ten seconds', node, [at('tools/build.ts')], { NODE_ENV: mode });
}

function run(what, howLong, command, args, env = {}) {
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

/** NODE_ENV of the environment, else of the file .env, which the server reads too. */
function nodeEnvironment() {
  if (process.env.NODE_ENV !== undefined) return process.env.NODE_ENV;
  const settings = existsSync(at('.env')) ? readFileSync(at('.env'), 'utf8') : '';
  return /^\s*(?:export\s+)?NODE_ENV\s*=\s*["'`]?(\w+)/m.exec(settings)?.[1];
}

/** When a file was last changed, ms; 0 for a missing one. */
function modified(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}

/** The latest change among all files below the given paths that match. */
function newest(places, pattern) {
  let latest = 0;
  for (const place of places) {
    if (!existsSync(place)) continue;
    if (statSync(place).isDirectory()) {
      latest = Math.max(
        latest,
        newest(
          readdirSync(place).map((name) => join(place, name)),
          pattern,
        ),
      );
    } else if (pattern.test(place)) {
      latest = Math.max(latest, modified(place));
    }
  }
  return latest;
}
