const longMinutes = 90;

/** The minutes that a text takes, from 90 on in hours to ten minutes: '1 minute', 'about 8 h 20 min'. */
export function readingTime(minutes: number): string {
  if (minutes < longMinutes) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const tens = Math.round(minutes / 10);
  const rest = tens % 6 === 0 ? '' : ` ${(tens % 6) * 10} min`;
  return `about ${Math.floor(tens / 6)} h${rest}`;
}
