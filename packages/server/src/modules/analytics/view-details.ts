import { knownTimeZone } from '@inkling/contract/time-zones';
import { LRUCache } from 'lru-cache';

export type Device = 'mobile' | 'tablet' | 'desktop';

/**
 * The kind of device by its browser's user agent; one that does not say so is a desktop, as are recent tablets that
 * call themselves one.
 */
export function deviceOf(userAgent: string): Device {
  if (/ipad|tablet|kindle|silk|playbook|android(?!.*mobile)/i.test(userAgent)) return 'tablet';
  return /mobi|iphone|ipod|android/i.test(userAgent) ? 'mobile' : 'desktop';
}

declare global {
  namespace Intl {
    interface Locale {
      /** Not in TypeScript's library. */
      getTimeZones(): string[] | undefined;
    }
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Time zones with their country (ISO 3166-1). UTC and zones that are only an offset belong to none. */
const countries = new Map<string | null, string>(
  [...letters]
    .flatMap((first) => [...letters].map((second) => first + second))
    .flatMap((code) => {
      const locale = new Intl.Locale(`und-${code}`);
      // Withdrawn codes stand for others.
      if (locale.region !== code) return [];
      return (locale.getTimeZones() ?? []).map((zone): [string | null, string] => [
        knownTimeZone(zone),
        code,
      ]);
    }),
);

const aliases = new LRUCache<string, { zone: string | null }>({ max: 1000 });

/** The country of a time zone; null if it is unknown. */
export function countryOf(zone: string): string | null {
  const country = countries.get(zone);
  if (country !== undefined) return country;
  const alias = aliases.get(zone) ?? { zone: knownTimeZone(zone) };
  aliases.set(zone, alias);
  return countries.get(alias.zone) ?? null;
}
