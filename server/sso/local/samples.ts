import { seedUsers } from '../../local/seedUsers.ts';
import type { MessageDescriptor } from '../../messages/translate.ts';
import type { Person } from './people.ts';

/** A sample user at a local provider, and what choosing them shows. */
export type Sample = { key: string; person: Person; description: MessageDescriptor };

const person = (firstName: string, lastName: string, email: string, more: Partial<Person> = {}): Person => ({
  firstName,
  lastName,
  email,
  isVerified: true,
  hasSecondFactor: false,
  isFailing: false,
  ...more,
});

const logsIn = /*i18n*/ { id: 'Customer: gets logged in' };
const logsInWithCode = /*i18n*/ { id: 'Customer with login codes on: gets asked for the emailed code' };

/** The seeded customers, with addresses that the provider has verified. */
const customers = seedUsers
  .filter(({ role, isConfirmed }) => role === 'owner' && isConfirmed)
  .map(({ email, first_name, last_name, hasSecondFactor }): Sample => {
    const known = person(first_name, last_name, email);
    return { key: email, person: known, description: hasSecondFactor ? logsInWithCode : logsIn };
  });

/** Sample users to try single sign-on with. */
export const samples: readonly Sample[] = [
  ...customers,
  {
    key: 'new',
    person: person('Nora', 'New', 'nora.new@example.com'),
    description: /*i18n*/ { id: 'New customer: signs up' },
  },
  {
    key: 'unverified',
    person: person('Ivan', 'Impostor', 'owner@example.com', { isVerified: false }),
    description: /*i18n*/ { id: "Claims a customer's email address: signs up and has to verify it" },
  },
  {
    key: 'mute',
    person: person('Mila', 'Mute', ''),
    description: /*i18n*/ { id: 'Shares no email address: sent back with a message' },
  },
  {
    key: 'failing',
    person: person('Dana', 'Down', 'dana.down@example.com', { isFailing: true }),
    description: /*i18n*/ { id: 'Provider fails: sent back with a message' },
  },
];
