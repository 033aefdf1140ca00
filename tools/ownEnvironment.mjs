import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/*
 * Takes what the environment lacks from the file .env, if there is one. Node's own options for it report a missing file,
 * between lines for programs, and read the byte order mark that some editors put first as a part of the first name.
 */
if (existsSync('.env')) {
  for (const [name, value] of Object.entries(parseEnv(text()))) process.env[name] ??= value;
}

function text() {
  try {
    return readFileSync('.env', 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    console.error(`The file .env cannot be read (${error.code}).`);
    process.exit(1);
  }
}
