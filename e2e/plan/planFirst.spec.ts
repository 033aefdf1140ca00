import { test } from '../support/fixtures.ts';
import { walkAll } from './walkAll.ts';

test.use({ settings: { SIGNUP_ORDER: 'plan-first' } });

walkAll((start) => start.includes('plan-first'));
