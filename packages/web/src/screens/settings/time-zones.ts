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

export interface Region {
  region: string;
  zones: { zone: string; label: string }[];
}

/** All time zones that the browser knows, plus `required` ones, grouped by region and labelled by city. */
export function zonesByRegion(required: string[]): Region[] {
  const all = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...required])].sort();
  const regions = new Map<string, Region>();
  for (const zone of all) {
    const slash = zone.indexOf('/');
    const region = slash < 0 ? 'Other' : zone.slice(0, slash);
    const label = zone
      .slice(slash + 1)
      .replaceAll('_', ' ')
      .replaceAll('/', ', ');
    const group = regions.get(region) ?? { region, zones: [] };
    group.zones.push({ zone, label });
    regions.set(region, group);
  }
  return [...regions.values()];
}
