import './WaitingDots.css';

/** Three animated dots for a pending request; static with reduced motion. They need text beside them. */
export const WaitingDots = () => (
  <span className="waiting-dots" aria-hidden="true">
    <span />
    <span />
    <span />
  </span>
);
