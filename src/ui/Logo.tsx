import './Logo.css';

/** The built-in logo: the bell of a front desk. */
export const Mark = ({ size = 28 }: { size?: number }) => (
  <svg aria-hidden="true" width={size} height={size} viewBox="0 0 28 28" fill="none" strokeLinecap="round">
    <path d="M4 24h20" stroke="currentColor" strokeWidth="3" />
    <path d="M6.5 19a7.5 7.5 0 0 1 15 0z" fill="var(--accent)" />
    <path d="M2.5 17.5a11.5 11.5 0 0 1 23 0" stroke="var(--accent)" strokeWidth="2" />
    <path d="M14 2.5v1" stroke="currentColor" strokeWidth="3" />
  </svg>
);

export type LogoProps = {
  /** The product's name. */
  name: string;
  /** URL of the operator's own image; '' renders the built-in logo and the name. */
  image?: string;
};

/** The operator's logo, or the built-in one with the name beside it. */
export const Logo = ({ name, image = '' }: LogoProps) =>
  image ? (
    <img className="logo-image" src={image} alt={name} />
  ) : (
    <span className="logo">
      <Mark />
      <span translate="no">{name}</span>
    </span>
  );
