import type { ContentFilter } from '../../platform/context.ts';
import { allRows, type Db, execute, firstValue, hasRows, sql } from '../../platform/db/db.ts';
import type { PersonalPart } from '../../platform/personal-data.ts';

/** The address to which messages of a session are sent. */
export const findEndpoint = async (db: Db, session: Buffer): Promise<string | null> =>
  (await firstValue<string>(db)`
    select endpoint from push_subscriptions where session_hash = ${session}`) ?? null;

export interface NewSubscription {
  userId: string;
  session: Buffer;
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
}

/**
 * Stores the subscription of a session, in place of its earlier one and of another session's with this address; false if
 * the session has ended. The person must be locked.
 */
export const saveSubscription = async (
  tx: Db,
  { userId, session, endpoint, p256dh, auth }: NewSubscription,
  now: Date,
): Promise<boolean> => {
  await execute(tx)`
    delete from push_subscriptions where session_hash = ${session} and endpoint <> ${endpoint}`;
  return hasRows(tx)`
    insert into push_subscriptions (
      user_id, session_hash, endpoint, p256dh, auth, created_at, sent_until, due_at)
    select ${userId}, t.hash, ${endpoint}, ${p256dh}, ${auth}, ${now}, ${now}, ${now}
    from sessions t where t.hash = ${session} for key share
    on conflict (endpoint) do update set user_id = excluded.user_id, session_hash = excluded.session_hash,
      p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at,
      sent_until = excluded.sent_until, due_at = excluded.due_at, refusals = 0
    returning id`;
};

/** Deletes a person's oldest subscriptions beyond a number. */
export const deleteOldest = (tx: Db, userId: string, kept: number) =>
  execute(tx)`
    delete from push_subscriptions where user_id = ${userId} and id in (
      select id from push_subscriptions where user_id = ${userId}
      order by created_at desc, id desc offset ${kept})`;

export const deleteOfSession = (db: Db, session: Buffer) =>
  execute(db)`delete from push_subscriptions where session_hash = ${session}`;

/** A subscription whose person's notifications are to be looked at. */
export interface DueSubscription extends ContentFilter {
  id: string;
  userId: string;
  /** SHA-256 of the session's token (hex). */
  session: string;
  timeZone: string;
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
  createdAt: Date;
  sentUntil: Date;
}

/**
 * Takes subscriptions that are due, the longest first, and makes them due again at `until`: until then no other process
 * takes them, and if this one is killed, they are taken once more.
 */
export const claimDue = (
  db: Db,
  { now, until, max }: { now: Date; until: Date; max: number },
): Promise<DueSubscription[]> =>
  allRows<DueSubscription>(db)`
    with due as (
      select user_id, id from push_subscriptions where due_at <= ${now}
      order by due_at limit ${max} for update skip locked),
    claimed as (
      update push_subscriptions p set due_at = ${until} from due
      where p.user_id = due.user_id and p.id = due.id returning p.*)
    select p.id, p.user_id as "userId", encode(p.session_hash, 'hex') as session, u.time_zone as "timeZone",
      p.endpoint, p.p256dh, p.auth, p.created_at as "createdAt", p.sent_until as "sentUntil",
      u.shows_mature as "showsMature", u.hidden_tags as "hiddenTags", u.hidden_warnings as "hiddenWarnings"
    from claimed p join users u on u.id = p.user_id`;

type Which = Pick<DueSubscription, 'id' | 'userId' | 'endpoint'>;
/** The subscription, unless the browser's address belongs to another person by now. */
const is = ({ id, userId, endpoint }: Which) =>
  sql`user_id = ${userId} and id = ${id} and endpoint = ${endpoint}`;

export const markSent = (db: Db, which: Which, sentUntil: Date, dueAt: Date) =>
  execute(db)`
    update push_subscriptions set sent_until = ${sentUntil}, due_at = ${dueAt}, refusals = 0 where ${is(which)}`;

export const postpone = (db: Db, which: Which, dueAt: Date) =>
  execute(db)`update push_subscriptions set due_at = ${dueAt} where ${is(which)}`;

export const remove = (db: Db, which: Which) =>
  execute(db)`delete from push_subscriptions where ${is(which)}`;

/** Counts a refusal; the subscription is deleted with the last one that is allowed. */
export const countRefusal = async (db: Db, which: Which, max: number, dueAt: Date) => {
  await execute(db)`
    update push_subscriptions set refusals = refusals + 1, due_at = ${dueAt} where ${is(which)}`;
  await execute(db)`delete from push_subscriptions where ${is(which)} and refusals >= ${max}`;
};

/** The browsers to which a person's notifications are pushed; their keys are of no use to the person. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'people',
      what: 'For each browser in which you turned on push notifications, its address at the push service of the browser’s maker, the keys for it, and the time up to which notifications were sent there',
      why: 'To send your notifications there. They are encrypted, so the push service can’t read them.',
      seenBy: 'Only you. The push service sees when something is sent.',
      until: 'Until you turn them off there, sign out there, or delete your account.',
      columns: ['push_subscriptions.user_id'],
    },
  ],
  lists: (userId) => ({
    'push-subscriptions.json': sql`
      select endpoint, created_at as "createdAt", sent_until as "sentUntil"
      from push_subscriptions where user_id = ${userId} order by created_at, id`,
  }),
};
