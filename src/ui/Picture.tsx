import picture from './picture.svg?no-inline';
import './Picture.css';

/** The product, drawn: a call reaches a team. Decorative; its file is fetched apart, and takes the page's colours. */
export const Picture = () => (
  <svg className="picture" aria-hidden="true" viewBox="0 12 560 346">
    <use href={`${picture}#picture`} />
  </svg>
);
