import { useEffect, useState } from 'react';

/** Whole seconds from now until the deadline, at least 0. Both in ms since the epoch. */
export const secondsLeft = (deadline: number, now: number): number => Math.max(0, Math.ceil((deadline - now) / 1000));

/** Seconds as on a clock: '0:05', '9:59'. */
export const clockTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/**
 * The current time, updated each second until the deadline (ms since the epoch; null: never), and at once when the page
 * becomes visible again: timers stop while a phone sleeps.
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

/** The remaining time. It is not announced each second: give its start as text beside it. */
export const Countdown = ({ deadline, now }: { deadline: number; now: number }) => (
  <span className="figures" role="timer" aria-live="off">
    {clockTime(secondsLeft(deadline, now))}
  </span>
);
