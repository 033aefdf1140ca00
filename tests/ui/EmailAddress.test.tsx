import { expect, test } from 'vitest';
import { EmailAddress } from '#ui/EmailAddress.tsx';
import { draw } from './draw.tsx';

test.each([
  ['ann@acme.example', ['ann@', 'acme.example']],
  ['"a@b"@acme.example', ['"a@b"@', 'acme.example']],
  ['محمد@شركة.example', ['محمد@', 'شركة.example']],
])('%s may break after its last @, and is kept apart from the words around it', (email, parts) => {
  const { container } = draw(<EmailAddress email={email} />);
  const address = container.querySelector('bdi');
  expect(address?.textContent).toBe(email);
  expect(address?.innerHTML.split('<wbr>')).toEqual(parts);
});
