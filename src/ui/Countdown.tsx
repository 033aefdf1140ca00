/** Whole seconds from now until the deadline, at least 0. Both in ms since the epoch. */
export const secondsLeft = (deadline: number, now: number): number => Math.max(0, Math.ceil((deadline - now) / 1000));

/** Seconds as on a clock: '0:05', '9:59'. */
export const clockTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The remaining time. It is not announced each second: give its start as text beside it. */
export const Countdown = ({ deadline, now }: { deadline: number; now: number }) => (
  <span className="figures" role="timer" aria-live="off">
    {clockTime(secondsLeft(deadline, now))}
  </span>
);
