import type { CardType } from '#domain/constants.ts';

/** Names of the brands as people read them; '' while the brand is unknown. */
export const brandNames: Record<CardType, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  maestro: 'Maestro',
  other: '',
};

const circles = (left: string, right: string) => (
  <>
    <circle cx="15.5" cy="13" r="7.5" fill={left} />
    <circle cx="24.5" cy="13" r="7.5" fill={right} fillOpacity="0.85" />
  </>
);

const signs: Record<CardType, React.ReactNode> = {
  visa: (
    <>
      <path d="M0 4a4 4 0 0 1 4-4h32a4 4 0 0 1 4 4v2H0z" fill="#1d2f7a" />
      <path d="M0 20h40v2a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4z" fill="#d9932b" />
      <path
        d="M8 9.5l2.4 7 2.6-7M16 9.5v7M23 10.6c-1-1-4-1-4 .7 0 2 4 1 4 3.2 0 2-3.2 2-4.2 .8M26 16.5l2.8-7 2.8 7M27 14.3h3.6"
        fill="none"
        stroke="#1d2f7a"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  mastercard: circles('#cf2b1e', '#ee9b1c'),
  maestro: circles('#cf2b1e', '#2a76c9'),
  amex: (
    <>
      <rect width="40" height="26" rx="4" fill="#1f6fb5" />
      <path
        d="M6 17l2.6-8 2.6 8M7 14.5h3.3M14 17V9l3 5 3-5v8M28 9h-4.5v8H28M23.5 13H27M31 9l4 8M35 9l-4 8"
        fill="none"
        stroke="#fff"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  other: (
    <>
      <path d="M0 6h40v5H0z" fill="#6d6a60" />
      <path d="M5 18h9" stroke="#6d6a60" strokeWidth="2" strokeLinecap="round" />
    </>
  ),
};

/** The mark of a card brand, on a small card. The name is rendered as text beside it. */
export const CardBrandMark = ({ brand }: { brand: CardType }) => (
  <svg className="card-mark" data-brand={brand} aria-hidden="true" width="2.5rem" height="1.625rem" viewBox="0 0 40 26">
    <rect x="0.5" y="0.5" width="39" height="25" rx="3.5" fill="#fffefb" stroke="#817d70" />
    {signs[brand]}
  </svg>
);
