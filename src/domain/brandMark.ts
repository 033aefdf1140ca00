/** A stroke or a filled shape of the built-in logo. */
type Shape = { d: string; fill?: string; stroke?: string; strokeWidth?: number };

/** The built-in logo, the bell of a front desk, in a square of 28: in the app and on the server's own pages. */
export const brandMark: readonly Shape[] = [
  { d: 'M4 24h20', stroke: 'currentColor', strokeWidth: 3 },
  { d: 'M6.5 19a7.5 7.5 0 0 1 15 0z', fill: 'var(--accent)' },
  { d: 'M2.5 17.5a11.5 11.5 0 0 1 23 0', stroke: 'var(--accent)', strokeWidth: 2 },
  { d: 'M14 2.5v1', stroke: 'currentColor', strokeWidth: 3 },
];
