import { createECDH, ECDH } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { minute, second } from '../../platform/clock.ts';
import { type Config, publicUrl } from '../../platform/config.ts';
import type { AppContext } from '../../platform/context.ts';
import { readOrCreateSecret } from '../../platform/db/embedded/data-folder.ts';
import { countOutside } from '../../platform/outside-requests.ts';
import type { DueSubscription } from './push.queries.ts';
import type { PushText } from './push-text.ts';

const curve = 'prime256v1';

/** How this site identifies itself to push services (VAPID, RFC 8292); keys in base64url. */
interface Identity {
  publicKey: string;
  privateKey: string;
  /** Whom a push service can contact. */
  subject: string;
}

/** Apple refuses messages without a contact. */
function contactOf(config: Config): string {
  if (config.CONTACT_EMAIL !== undefined) return `mailto:${config.CONTACT_EMAIL}`;
  const url = publicUrl(config);
  return url.startsWith('https:') ? url : `mailto:no-reply@${new URL(url).hostname}`;
}

async function readIdentity(config: Config): Promise<Identity> {
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
  // Any 32 random bytes are a private key of this curve, but for one in four billion.
  const privateKey = config.PUSH_KEY ?? (await readOrCreateSecret(config.DATA_DIR, 'push.secret', false));
  const keys = createECDH(curve);
  keys.setPrivateKey(privateKey, 'base64url');
  return { publicKey: keys.getPublicKey('base64url'), privateKey, subject: contactOf(config) };
}

const identities = new WeakMap<Config, Promise<Identity>>();

/** The site's key and contact. The key is created when it is first needed (docs/product/push.md#key). */
export function pushIdentity(config: Config): Promise<Identity> {
  const identity = identities.get(config) ?? readIdentity(config);
  identities.set(config, identity);
  identity.catch(() => identities.delete(config));
  return identity;
}

/** Whether messages can be encrypted with a browser's key (base64url). */
export function isPublicKey(key: string): boolean {
  try {
    ECDH.convertKey(key, curve, 'base64url');
    return true;
  } catch {
    return false;
  }
}

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

/** What became of a message. `later`: after `ms`, because the service is busy; `silent`: it did not respond. */
export type Outcome = { kind: 'sent' | 'gone' | 'refused' | 'silent' } | { kind: 'later'; ms: number };

/** How long a push service may take. */
export const timeouts = { requestMs: 10 * second };
const [shortestPause, longestPause] = [minute, 60 * minute];

/** What `Retry-After` asks for, in ms: seconds or a date. */
function pauseOf(header: string | null): number {
  const asked = header === null ? Number.NaN : Number(header) * second;
  const pause = Number.isNaN(asked) ? Date.parse(header ?? '') - Date.now() : asked;
  return Math.min(longestPause, Math.max(shortestPause, pause || shortestPause));
}

function outcomeOf({ status, headers }: Response): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status >= 500) return { kind: 'later', ms: pauseOf(headers.get('retry-after')) };
  return { kind: 'refused' };
}

/**
 * Sends a message, encrypted for one browser; its push service keeps it for `ttl` seconds, and only the newest. Follows
 * no redirects, and reads nothing of the response but status and headers.
 */
export async function sendPush(
  ctx: Pick<AppContext, 'config' | 'db' | 'clock' | 'log'>,
  { endpoint, p256dh, auth }: Pick<DueSubscription, 'endpoint' | 'p256dh' | 'auth'>,
  text: PushText,
  ttl: number,
): Promise<Outcome> {
  // The operator may have removed a service from the settings.
  const host = pushServiceAt(ctx.config, endpoint);
  if (host === null) return { kind: 'gone' };
  const { default: webPush } = await import('web-push');
  const { href } = new URL(endpoint);
  const keys = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') };
  const { headers, body } = webPush.generateRequestDetails({ endpoint: href, keys }, JSON.stringify(text), {
    vapidDetails: await pushIdentity(ctx.config),
    TTL: ttl,
    urgency: 'normal',
    topic: 'notifications',
  });
  const { 'Content-Length': _length, ...sent } = headers;
  await countOutside(ctx, { host, purpose: 'push', bytes: body.byteLength });
  try {
    const response = await fetch(href, {
      method: 'POST',
      headers: sent,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeouts.requestMs),
    });
    await response.body?.cancel();
    return outcomeOf(response);
  } catch {
    return { kind: 'silent' };
  }
}
