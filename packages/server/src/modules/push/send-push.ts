import { minute, second } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { countOutside } from '../../platform/outside-requests.ts';
import type { DueSubscription } from './push.queries.ts';
import { pushIdentity } from './push-key.ts';
import { pushServiceAt } from './push-services.ts';
import type { PushText } from './push-text.ts';

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
