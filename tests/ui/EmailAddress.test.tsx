import { expect, test } from 'vitest';
import { EmailAddress } from '#ui/EmailAddress.tsx';
import { render } from './render.tsx';

test.each([
  ['ann@acme.example', ['ann@acme.example']],
  ['ann.archer+phone@sales.acme.example', ['ann.archer+phone@', 'sales.acme.example']],
  ['"ann@work"@sales.of.acme.example', ['"ann@work"@', 'sales.of.acme.example']],
  ['محمد.العلي@مبيعات.شركة.example', ['محمد.العلي@', 'مبيعات.شركة.example']],
])('%s is kept apart from the words around it, and breaks after its last @ if it is long', (email, parts) => {
  const { container } = render(<EmailAddress email={email} />);
  const address = container.querySelector('bdi');
  expect(address?.textContent).toBe(email);
  expect(address?.innerHTML.split('<wbr>')).toEqual(parts);
});
