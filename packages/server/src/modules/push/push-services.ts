import type { Config } from '../../platform/config.ts';

/** The push services of Chrome and its relatives, Firefox, Safari and Edge; `*.` stands for any subdomain. */
const hosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/**
 * Whether the server may send to an address that a browser has named: only to known push services, and those that the
 * operator adds (docs/product/push.md#push-services).
 */
export function isAtPushService({ PUSH_SERVICES }: Pick<Config, 'PUSH_SERVICES'>, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, protocol, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (PUSH_SERVICES.includes(origin)) return true;
  const isKnown = (host: string) =>
    host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host;
  return protocol === 'https:' && port === '' && hosts.some(isKnown);
}
