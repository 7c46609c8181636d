const longMinutes = 90;

/** The minutes of a long text in hours, to ten minutes, such as 'about 8 h 20 min'; null for a shorter one. */
export function aboutHours(minutes: number): string | null {
  if (minutes < longMinutes) return null;
  const tens = Math.round(minutes / 10);
  const rest = tens % 6 === 0 ? '' : ` ${(tens % 6) * 10} min`;
  return `about ${Math.floor(tens / 6)} h${rest}`;
}
