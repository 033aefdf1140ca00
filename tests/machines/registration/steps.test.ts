import { expect, test } from 'vitest';
import type { RegistrationStep, SignupOrder } from '#domain/constants.ts';
import {
  isAccountClosed,
  isReached,
  type Position,
  shownNumber,
  stepBack,
  steps,
} from '#machines/registration/steps.ts';

const at = (order: SignupOrder, step: RegistrationStep, shownStep = step, isSso = false): Position => ({
  order,
  step,
  shownStep,
  isSso,
});

test.each<[SignupOrder, RegistrationStep, string, number, RegistrationStep | null]>([
  ['verify-first', '1', 'creatingAccount', 1, null],
  ['verify-first', '2', 'verifyingEmail', 2, '1'],
  ['verify-first', '2-sso', 'confirmingAccount', 2, null],
  ['verify-first', '3', 'choosingPlanAndNumber', 3, null],
  ['verify-first', '4', 'enteringBilling', 4, '3'],
  ['plan-first', '1', 'creatingAccount', 1, null],
  ['plan-first', '2', 'choosingPlan', 2, '1'],
  ['plan-first', '2-sso', 'confirmingAccount', 1, null],
  ['plan-first', '3', 'choosingNumber', 3, '2'],
  ['plan-first', '4', 'enteringBilling', 4, '3'],
])('§2, %s: step %s is %s, Step %i of 4, Back leads to %s', (order, step, state, shown, back) => {
  expect(steps[order][step].state).toBe(state);
  expect(shownNumber(at(order, step))).toBe(shown);
  expect(stepBack(at(order, step))).toBe(back);
});

test('single sign-on visitors go back to the confirmation, and never to step 1', () => {
  expect(stepBack(at('verify-first', '2', '2', true))).toBe('2-sso');
  expect(stepBack(at('plan-first', '2', '2', true))).toBe('2-sso');
  expect(isReached(at('plan-first', '4', '4', true), '1')).toBe(false);
  expect(isReached(at('plan-first', '4', '4', true), '2-sso')).toBe(true);
  expect(isReached(at('plan-first', '4'), '2-sso')).toBe(false);
});

test.each<[RegistrationStep, RegistrationStep, boolean]>([
  ['1', '1', true],
  ['1', '2', false],
  ['2', '1', true],
  ['3', '4', false],
  ['4', '1', true],
  ['4', '3', true],
])('with the server at step %s, step %s can be looked at: %s', (step, wanted, isThere) => {
  expect(isReached(at('verify-first', step), wanted)).toBe(isThere);
  expect(isReached(at('plan-first', step), wanted)).toBe(isThere);
});

test('after verification the account is read-only and shown as step 1; in plan-first it stays editable', () => {
  expect(isAccountClosed(at('verify-first', '3', '1'))).toBe(true);
  expect(isAccountClosed(at('verify-first', '4', '2'))).toBe(true);
  expect(shownNumber(at('verify-first', '4', '2'))).toBe(1);
  expect(isAccountClosed(at('verify-first', '2', '1'))).toBe(false);
  expect(isAccountClosed(at('verify-first', '4', '3'))).toBe(false);
  expect(isAccountClosed(at('plan-first', '4', '1'))).toBe(false);
});
