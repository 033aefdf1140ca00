/**
 * docs/decisions/zloty.md: countries of card, company and number, and whether PLN is accepted. The page and the server
 * are held to the same rows.
 */
export const zlotyRows = [
  { card: 'PL', company: '', number: 'UK', accepted: true },
  { card: 'DE', company: 'PL', number: 'UK', accepted: true },
  { card: 'DE', company: '', number: 'PL', accepted: true },
  { card: 'PL', company: 'PL', number: 'PL', accepted: true },
  { card: 'DE', company: '', number: 'UK', accepted: false },
  { card: 'UK', company: 'DE', number: 'UK', accepted: false },
] as const;
