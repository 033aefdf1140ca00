import { expect, test } from 'vitest';
import { plainEnvironment } from '../../tools/plainEnvironment.ts';

test('the database, keys and policies of a developer’s own server do not reach those of tests and measurements', () => {
  const kept = { PATH: '/usr/bin', CHROMIUM_PATH: '/usr/bin/chromium' };
  const own = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://phone:secret@db.example/phone',
    DATA_DIR: '/srv/phone',
    STRIPE_SECRET_KEY: 'sk_test_x',
    SSO_GOOGLE_ISSUER: 'https://accounts.google.com',
    SIGNUP_ORDER: 'plan-first',
  };
  expect(plainEnvironment({ ...own, ...kept })).toEqual(kept);
});
