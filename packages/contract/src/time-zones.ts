import { z } from 'zod';

const maxLength = 64;

/** The canonical name of a time zone; null if unknown. `+02:00` is an offset, not a zone. */
export function knownTimeZone(name: string): string | null {
  if (!/^[A-Za-z]/.test(name) || name.length > maxLength) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** A time zone by its IANA name (docs/product/users.md#profile-settings). */
export const timeZone = z
  .string('Please choose a time zone.')
  .transform((name, context) => {
    const known = knownTimeZone(name.trim());
    if (known !== null) return known;
    context.addIssue({ code: 'custom', message: 'Please choose a time zone from the list.' });
    return z.NEVER;
  })
  .meta({ maxLength });

/** The browser's time zone at sign-up; an unknown one is ignored rather than refused. */
export const reportedTimeZone = z
  .string()
  .transform((name) => knownTimeZone(name.trim()) ?? undefined)
  .meta({ maxLength });
