/* Verifies one password again and again, as many at once as the server does; prints how many a second. */
import { availableParallelism } from 'node:os';
import { createPasswords } from '../../../server/login/passwords.ts';

const seconds = Number(process.argv[2]);
const passwords = createPasswords();
const hashed = await passwords.hash('green phone box');
const started = performance.now();
const end = started + seconds * 1000;
let verified = 0;

async function verifyUntilEnd() {
  while (performance.now() < end) {
    await passwords.verify('green phone box', hashed);
    verified += 1;
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, verifyUntilEnd));
console.log(verified / ((performance.now() - started) / 1000));
