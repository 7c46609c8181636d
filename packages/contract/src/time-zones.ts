import { z } from 'zod';

const maxLength = 64;

/** A time zone's name as it is kept, or null where nobody knows such a zone; `+02:00` is an offset and no zone. */
export function knownTimeZone(name: string): string | null {
  if (!/^[A-Za-z]/.test(name) || name.length > maxLength) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** A time zone by its IANA name (docs/product.md §2.13). */
export const timeZone = z
  .string('Please choose a time zone.')
  .transform((name, context) => {
    const known = knownTimeZone(name.trim());
    if (known !== null) return known;
    context.addIssue({ code: 'custom', message: 'Please choose a time zone from the list.' });
    return z.NEVER;
  })
  .meta({ maxLength });

/** What a browser says of its zone while somebody signs up: one that is not known here stops nobody. */
export const reportedTimeZone = z
  .string()
  .transform((name) => knownTimeZone(name.trim()) ?? undefined)
  .meta({ maxLength });
