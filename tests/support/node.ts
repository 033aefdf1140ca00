import { afterAll } from 'vitest';
import { endFile } from './endOfFile.ts';
import './testBrand.ts';

afterAll(endFile);
