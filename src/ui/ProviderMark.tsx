import type { SsoProvider } from '#domain/constants.ts';

const signs: Record<SsoProvider, React.ReactNode> = {
  google: (
    <g fill="none" strokeWidth="3.6">
      <path d="M17.3 6.1A7.6 7.6 0 0 0 5.4 8.2" stroke="#d93025" />
      <path d="M5.4 8.2a7.6 7.6 0 0 0 0 7.6" stroke="#e8a80c" />
      <path d="M5.4 15.8a7.6 7.6 0 0 0 11.4 2" stroke="#188038" />
      <path d="M16.8 17.8a7.6 7.6 0 0 0 2.8-5.8H12" stroke="#1967d2" />
    </g>
  ),
  apple: (
    <path
      fill="currentColor"
      d="M15.9 2.5c.1 1.2-.3 2.3-1 3.1-.8.9-1.9 1.5-3 1.4-.1-1.1.4-2.3 1.1-3 .8-.9 2-1.5 2.9-1.5zM19.6 17.2c-.5 1.2-.8 1.7-1.4 2.7-.9 1.4-2.2 3.1-3.7 3.1-1.4 0-1.7-.9-3.6-.9s-2.3.9-3.6.9c-1.6 0-2.7-1.5-3.6-2.9C1.2 16 .9 11.5 2.5 9.1c1.1-1.7 2.8-2.7 4.5-2.7 1.7 0 2.7.9 4.1.9s2.2-.9 4.1-.9c1.5 0 3 .8 4.1 2.2-3.6 2-3 7.1.3 8.6z"
    />
  ),
  azure: (
    <>
      <path d="M3 3h8.5v8.5H3z" fill="#d9512c" />
      <path d="M12.5 3H21v8.5h-8.5z" fill="#6fa417" />
      <path d="M3 12.5h8.5V21H3z" fill="#1f8fd6" />
      <path d="M12.5 12.5H21V21h-8.5z" fill="#e5a91a" />
    </>
  ),
};

/** The mark of a single sign-on provider; the text beside it names the provider. */
export const ProviderMark = ({ provider }: { provider: SsoProvider }) => (
  <svg aria-hidden="true" width="1.25rem" height="1.25rem" viewBox="0 0 24 24">
    {signs[provider]}
  </svg>
);
