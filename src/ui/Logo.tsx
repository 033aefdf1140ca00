import { brandMark } from '#domain/brandMark.ts';
import './Logo.css';

/** The built-in logo; `size` in rem. */
export const Mark = ({ size = 1.75 }: { size?: number }) => (
  <svg
    aria-hidden="true"
    width={`${size}rem`}
    height={`${size}rem`}
    viewBox="0 0 28 28"
    fill="none"
    strokeLinecap="round"
  >
    {brandMark.map((shape) => (
      <path key={shape.d} {...shape} />
    ))}
  </svg>
);

type LogoProps = {
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
