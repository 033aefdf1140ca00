import { useEffect, useState } from 'react';

/** Whole seconds from now until the deadline, never below 0. Both in milliseconds of the clock. */
export const secondsLeft = (deadline: number, now: number): number => Math.max(0, Math.ceil((deadline - now) / 1000));

/** Seconds as people read a clock: '0:05', '9:59'. */
export const clockTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/**
 * The time, asked again each second until the deadline (milliseconds; null needs no time), and at once when the page
 * comes back to sight: a phone that slept has not counted.
 */
export function useNow(deadline: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  const isOver = deadline === null || now >= deadline;
  useEffect(() => {
    if (isOver) return;
    const update = () => setNow(Date.now());
    update();
    const timer = setInterval(update, 1000);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [isOver]);
  return now;
}

/** The time that is left, as a clock. It is not announced each second: say its start in words beside it. */
export const Countdown = ({ deadline, now }: { deadline: number; now: number }) => (
  <span className="figures" role="timer" aria-live="off">
    {clockTime(secondsLeft(deadline, now))}
  </span>
);
