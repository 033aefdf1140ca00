/** An email address, kept apart from the words around it; where it is too long for its line, it breaks after its @. */
export function EmailAddress({ email }: { email: string }) {
  const domain = email.lastIndexOf('@') + 1;
  return (
    <bdi>
      {email.slice(0, domain)}
      <wbr />
      {email.slice(domain)}
    </bdi>
  );
}
