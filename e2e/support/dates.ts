/** 'd MMM yyyy' of a day so many months ahead, in Berlin; its last day where the month is shorter (§9). */
export function monthsAhead(months: number, day?: number): string {
  const [year = 0, month = 0, today = 0] = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' })
    .format(new Date())
    .split('-')
    .map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const date = new Date(Date.UTC(year, month - 1 + months, day ?? Math.min(today, lastDay)));
  return `${date.getUTCDate()} ${date.toLocaleString('en', { month: 'short', timeZone: 'UTC' })} ${date.getUTCFullYear()}`;
}
