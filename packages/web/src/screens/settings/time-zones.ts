import { canonicalZone } from '../../lib/device-zone.ts';
import { zoneName } from '../../lib/zone-name.ts';

/** The time of day in a zone, in the reader's locale. */
export function timeIn(zone: string, at: Date): string {
  const time = (timeZone?: string) =>
    new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZone }).format(at);
  try {
    return time(zone);
  } catch {
    // This browser does not know the zone.
    return time();
  }
}

const regionOf = (zone: string): string => (zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'Other');

/** All time zones that the browser knows, each by its name in `required` if it is there, grouped by region and labeled by city. */
export function zonesByRegion(required: string[]) {
  const known = [...Intl.supportedValuesOf('timeZone'), 'UTC'].map((zone) => [zone, zone] as const);
  const named = required.map((zone) => [canonicalZone(zone), zone] as const);
  const all = [...new Map([...known, ...named]).values()].sort();
  return [...Map.groupBy(all, regionOf)].map(([region, zones]) => ({
    region,
    zones: zones.map((zone) => ({ zone, label: zoneName(zone) })),
  }));
}
