import { afterAll } from 'vitest';
import { endFile } from './endOfFile.ts';
import './sampleSettings.ts';

afterAll(endFile);
