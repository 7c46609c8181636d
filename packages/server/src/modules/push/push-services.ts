import type { Config } from '../../platform/config.ts';

/** The push services of Chrome, of other builds of Chromium, Firefox, Safari and Edge; `*.` stands for any subdomain. */
const hosts = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/**
 * The push service at an address that a browser has named, such as '*.notify.windows.com'; null unless the server may send
 * there: only to known ones, and those that the operator adds (docs/product/push.md#push-services).
 */
export function pushServiceAt(
  { PUSH_SERVICES }: Pick<Config, 'PUSH_SERVICES'>,
  endpoint: string,
): string | null {
  if (!URL.canParse(endpoint)) return null;
  const { origin, host, protocol, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return null;
  if (PUSH_SERVICES.includes(origin)) return host;
  if (protocol !== 'https:' || port !== '') return null;
  return (
    hosts.find((known) =>
      known.startsWith('*.') ? hostname.endsWith(known.slice(1)) : hostname === known,
    ) ?? null
  );
}
