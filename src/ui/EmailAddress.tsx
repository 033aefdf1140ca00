/** An address of this length may not fit on one line of a phone. */
const LONG = 28;

/** An email address, kept apart from the words around it; a long one breaks after its @. */
export function EmailAddress({ email }: { email: string }) {
  const domain = email.lastIndexOf('@') + 1;
  if (email.length < LONG) return <bdi>{email}</bdi>;
  return (
    <bdi>
      {email.slice(0, domain)}
      <wbr />
      {email.slice(domain)}
    </bdi>
  );
}
