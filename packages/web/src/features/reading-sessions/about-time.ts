/** An approximate time, rounded more coarsely the longer it is: '12 min', '1 h 10 min', '3 h'. */
export function aboutTime(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const rounded = minutes < 180 ? Math.round(minutes / 10) * 10 : Math.round(minutes / 60) * 60;
  const rest = rounded % 60 === 0 ? '' : ` ${rounded % 60} min`;
  return `${Math.floor(rounded / 60).toLocaleString('en')} h${rest}`;
}
