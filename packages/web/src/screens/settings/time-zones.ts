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

/** Today's names of places that browsers still list under an older one. */
const names: Record<string, string> = {
  'Africa/Asmera': 'Asmara',
  'America/Godthab': 'Nuuk',
  'Antarctica/DumontDUrville': 'Dumont d’Urville',
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City',
  'America/St_Johns': 'St. John’s',
  'Atlantic/Faeroe': 'Faroe',
  'Europe/Kiev': 'Kyiv',
  'Pacific/Ponape': 'Pohnpei',
  'Pacific/Truk': 'Chuuk',
};

const labelOf = (zone: string): string =>
  names[zone] ??
  zone
    .slice(zone.indexOf('/') + 1)
    .replaceAll('_', ' ')
    .replaceAll('/', ', ');

/** All time zones that the browser knows, plus `required` ones, grouped by region and labelled by city. */
export function zonesByRegion(required: string[]) {
  const all = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...required])].sort();
  return [...Map.groupBy(all, regionOf)].map(([region, zones]) => ({
    region,
    zones: zones.map((zone) => ({ zone, label: labelOf(zone) })),
  }));
}
