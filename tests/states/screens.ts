import type { ReactNode } from 'react';
import type { Family } from '#domain/routes.ts';

/** One state of a screen: its name with what is wrong in it, and how it is rendered. */
export type ScreenState = { title: string; render: () => ReactNode };

/** Every screen by name, each with a state for everything it can look like. */
export const screens = new Map<string, { family: Family; states: ScreenState[] }>();

/** Where the screens of `tests/screens` stand: those of the two large flows have their folders. */
export function familyOf(name: string, file: string): Family {
  if (file.includes('/registration/')) return 'registration';
  if (file.includes('/dashboard/')) return 'dashboard';
  return (
    ({ recovery: 'recoverPassword', 'new password': 'oneTimeLogin', invitation: 'registration' } as const)[name] ??
    'login'
  );
}

/** Screens of the sign-up that stand outside the steps of the wizard. */
const unframed = ['registration', 'dashboard', 'invitation', 'resumption', 'teamChoice'];

/** The frame around a part: a step in the wizard, a section in the dashboard. */
export const frameOf = (name: string, family: Family): string =>
  (family === 'registration' || family === 'dashboard') && !unframed.includes(name) ? family : '';
