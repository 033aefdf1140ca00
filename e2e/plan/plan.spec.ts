import { walkAll } from './walkAll.ts';

walkAll((start) => !start.includes('plan-first'));
