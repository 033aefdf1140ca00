import { afterAll } from 'vitest';
import { endFile } from './endOfFile.ts';

afterAll(endFile);
