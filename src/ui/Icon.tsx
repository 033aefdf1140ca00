const paths = {
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M12 7.5v5.5M12 16.5v.01M12 3.2a8.8 8.8 0 1 0 0 17.6a8.8 8.8 0 0 0 0-17.6z',
  chevron: 'M6 9.5l6 6 6-6',
  minus: 'M6 12h12',
  plus: 'M6 12h12M12 6v12',
  globe: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c-5 5-5 12 0 17M12 3.5c5 5 5 12 0 17',
  copy: 'M9 9h10.5v10.5H9zM5.5 15H4.5V4.5H15v1',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
} as const;

/** Name of an icon. */
export type IconName = keyof typeof paths;

/** An icon in the colour of its text; `size` in rem, so that it grows with a larger text. Decorative: it needs text beside it. */
export const Icon = ({ name, size = 1.25 }: { name: IconName; size?: number }) => (
  <svg
    aria-hidden="true"
    width={`${size}rem`}
    height={`${size}rem`}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={paths[name]} />
  </svg>
);
