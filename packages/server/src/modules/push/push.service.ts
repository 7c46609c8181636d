import type { ParsedInput } from '@inkling/contract/call';
import { pushLimits } from '@inkling/contract/limits';
import type { subscribePush } from '@inkling/contract/push';
import { signInRequired } from '../../platform/access.ts';
import { badInput } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { lockActivePerson } from '../users/index.ts';
import * as queries from './push.queries.ts';
import { isPublicKey, pushIdentity, pushServiceAt } from './send-push.ts';

export async function readPush({ db, config }: RequestContext, { session }: Viewer) {
  const { publicKey } = await pushIdentity(config);
  return { publicKey, endpoint: await queries.findEndpoint(db, session.tokenHash) };
}

/** Sends push messages to this session's browser from now on; idempotent (docs/product/push.md#subscriptions). */
export async function subscribe(
  ctx: RequestContext,
  { id: userId, session }: Viewer,
  { endpoint, keys }: ParsedInput<typeof subscribePush>['body'],
) {
  if (pushServiceAt(ctx.config, endpoint) === null)
    throw badInput(
      'endpoint',
      'This browser’s push service isn’t supported. Please use another browser for push notifications.',
    );
  if (!isPublicKey(keys.p256dh))
    throw badInput('keys.p256dh', 'This key isn’t valid. Please turn push notifications off and on again.');
  await transaction(ctx.db, async (tx) => {
    if (!(await lockActivePerson(tx, userId))) throw signInRequired();
    const [p256dh, auth] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')];
    const subscription = { userId, session: session.tokenHash, endpoint, p256dh, auth };
    if (!(await queries.saveSubscription(tx, subscription, ctx.clock.now()))) throw signInRequired();
    await queries.deleteOldest(tx, userId, pushLimits.perPerson);
  });
  return { isSubscribed: true };
}

export async function unsubscribe({ db }: RequestContext, { session }: Viewer) {
  await queries.deleteOfSession(db, session.tokenHash);
  return { isSubscribed: false };
}
