/** The device's time zone, by its IANA name. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The browser's own name for a zone that has several, such as `Asia/Calcutta` and `Asia/Kolkata`. */
export function canonicalZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    // This browser does not know the zone.
    return timeZone;
  }
}
