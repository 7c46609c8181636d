/** The device's time zone, by its IANA name. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
