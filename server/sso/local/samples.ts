import type { Sample } from './choicePage.ts';
import type { Person } from './people.ts';

const person = (firstName: string, lastName: string, email: string, more: Partial<Person> = {}): Person => ({
  firstName,
  lastName,
  email,
  isVerified: true,
  hasSecondFactor: false,
  isFailing: false,
  ...more,
});

/** People to try single sign-on with; the customers among them are those of the first local start. */
export const samples: readonly Sample[] = [
  { person: person('Olivia', 'Owner', 'owner@example.com'), says: /*i18n*/ { id: 'Customer: is logged in' } },
  {
    person: person('Olivia', 'Owner', 'owner@example.com', { isVerified: false }),
    says: /*i18n*/ { id: 'Only claims the customer’s address: signs up and must prove it' },
  },
  { person: person('Nora', 'New', 'nora.new@example.com'), says: /*i18n*/ { id: 'New here: signs up' } },
  { person: person('Max', 'Mute', ''), says: /*i18n*/ { id: 'Shares no address: is led back with a message' } },
  {
    person: person('Dana', 'Down', 'dana.down@example.com', { isFailing: true }),
    says: /*i18n*/ { id: 'The provider fails: is led back with a message' },
  },
];
