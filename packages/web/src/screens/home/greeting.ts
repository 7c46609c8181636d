/** The greeting for a local time of day. */
export function greeting(at: Date): string {
  if (at.getHours() < 12) return 'Good Morning';
  return at.getHours() < 18 ? 'Good Afternoon' : 'Good Evening';
}
