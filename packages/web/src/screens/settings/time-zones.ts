/** The zone of this device. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time of day in a zone, as the reader's own place writes it. */
export function timeIn(zone: string, at: Date): string {
  const time = (timeZone?: string) =>
    new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZone }).format(at);
  try {
    return time(zone);
  } catch {
    // The server knows a zone that this browser does not.
    return time();
  }
}

export interface Region {
  region: string;
  zones: { zone: string; label: string }[];
}

/** Every time zone that the browser knows and those that are `needed`, by region, each named by its city. */
export function zonesByRegion(needed: string[]): Region[] {
  const all = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...needed])].sort();
  const regions = new Map<string, Region>();
  for (const zone of all) {
    const slash = zone.indexOf('/');
    const region = slash < 0 ? 'Other' : zone.slice(0, slash);
    const label = zone
      .slice(slash + 1)
      .replaceAll('_', ' ')
      .replaceAll('/', ', ');
    const known = regions.get(region) ?? { region, zones: [] };
    known.zones.push({ zone, label });
    regions.set(region, known);
  }
  return [...regions.values()];
}
