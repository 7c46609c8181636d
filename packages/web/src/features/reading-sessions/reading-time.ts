/** A time in hours and minutes, such as '1 h 20 min'; below a minute, 'less than a minute'. */
export function readingTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return 'less than a minute';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours.toLocaleString('en')} h`, rest > 0 && `${rest} min`]
    .filter(Boolean)
    .join(' ');
}
