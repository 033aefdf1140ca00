import './WaitingDots.css';

/** Waiting is told by three dots that take turns; they stand still where motion is unwelcome. Words stand beside them. */
export const WaitingDots = () => (
  <span className="waiting-dots" aria-hidden="true">
    <span />
    <span />
    <span />
  </span>
);
