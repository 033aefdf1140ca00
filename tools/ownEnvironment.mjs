import { existsSync } from 'node:fs';

/* Reads the file .env, if there is one. Node's own option for it reports a missing file, between lines for programs. */
if (existsSync('.env')) process.loadEnvFile();
