import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** Room for the databases of all tests that run at once. */
const ROOM_BYTES = 2 * 1024 ** 3;

/**
 * Where tests put their data: in memory if the machine offers a roomy folder there. A database waits for its disk after
 * each change, which was most of the duration of a test of the server; a killed process loses nothing in either place.
 */
export const memoryFolder = (): string => (isRoomy(MEMORY) ? MEMORY : tmpdir());

function isRoomy(folder: string): boolean {
  if (!existsSync(folder)) return false;
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return false;
  }
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM_BYTES;
}
