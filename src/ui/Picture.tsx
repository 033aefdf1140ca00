import picture from './picture.svg?no-inline';
import './Picture.css';

/** A decorative picture of the product: a call reaches a team. Its file is loaded separately and takes the colours of the page. */
export const Picture = () => (
  <svg className="picture" aria-hidden="true" viewBox="0 12 560 346">
    <use href={`${picture}#picture`} />
  </svg>
);
