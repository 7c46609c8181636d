import { canonicalZone } from '../../lib/device-zone.ts';
import { zoneName } from '../../lib/zone-name.ts';

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
