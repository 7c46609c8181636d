import { hash } from 'node:crypto';
import { digestLimits, ereaderEmailLimits } from '@inkling/contract/limits';
import { day, hour, minute } from '../../platform/clock.ts';
import { allRows, type Db, execute, firstRow, hasRows, sql, type TableRow } from '../../platform/db/db.ts';
import { onlyYou, type PersonalPart } from '../../platform/personal-data.ts';
import { type ViewerRow, viewerColumns } from '../account/index.ts';
import { type Reader, visibleTo } from '../chapters/index.ts';
import { isPublicStory, type ListViewer } from '../stories/index.ts';
import { dayZoneOf, type LocalTime } from '../users/index.ts';

export type EmailRow = TableRow<'ereader_email'>;

export const find = (db: Db, userId: string): Promise<EmailRow | undefined> =>
  firstRow<EmailRow>(db)`select * from ereader_email where user_id = ${userId}`;

/** A follower as the rules for lists see them. */
type Follower = Reader & NonNullable<ListViewer>;

/** The stories `s` that a person follows and may have as EPUBs. */
const followed = (who: Follower) => sql`
  from story_follows f join stories s on s.id = f.story_id
  where f.follower_id = ${who.id} and s.ebook_allowed and ${visibleTo(who, 'lists').story}`;

export const listStories = (db: Db, who: Follower) =>
  allRows<{ id: string; title: string }>(db)`
    select s.id, s.title ${followed(who)}
    order by s.last_updated desc nulls last, s.id limit ${ereaderEmailLimits.stories}`;

/** Counts a code to an address, for whichever person; false if those of the day were sent there. */
export const countCodeTo = (tx: Db, address: string, now: Date): Promise<boolean> =>
  hasRows(
    tx,
    sql`
      insert into ereader_codes as c (day, address_hash, codes)
      values (${now.toISOString().slice(0, 10)}, ${hash('sha256', address, 'buffer')}, 1)
      on conflict (day, address_hash) do update set codes = c.codes + 1 where c.codes < ${ereaderEmailLimits.codesTo}`,
  );

/** Forgets the codes of earlier days. */
export const sweepCodes = (db: Db, now: Date) =>
  execute(db)`delete from ereader_codes where day < ${now.toISOString().slice(0, 10)}::date`;

/** Stores an unconfirmed address with the code that is sent there; false if the person has had their codes of the day. */
export const setAddress = (
  tx: Db,
  userId: string,
  { address, code, now }: { address: string; code: string; now: Date },
): Promise<boolean> => {
  const today = now.toISOString().slice(0, 10);
  return hasRows(
    tx,
    sql`
      insert into ereader_email as m (user_id, address, code, code_until, codes_day, codes)
      values (${userId}, ${address}, ${code}, ${new Date(now.getTime() + ereaderEmailLimits.hours * hour)}, ${today}, 1)
      on conflict (user_id) do update set address = excluded.address, code = excluded.code,
        code_until = excluded.code_until, code_attempts = 0, confirmed_at = null, refusals = 0,
        codes_day = excluded.codes_day, codes = case when m.codes_day = ${today} then m.codes + 1 else 1 end
        where m.codes_day is distinct from ${today} or m.codes < ${ereaderEmailLimits.codes}`,
  );
};

/** Confirms the address with its code, or counts the attempt. Undefined if no code is waited for. */
export const confirm = (db: Db, userId: string, code: string, now: Date) =>
  firstRow<{ isConfirmed: boolean }>(db)`
    update ereader_email set code_attempts = code_attempts + 1,
      confirmed_at = case when code = ${code} then ${now}::timestamptz end,
      code = case when code = ${code} or code_attempts + 1 >= ${ereaderEmailLimits.attempts} then null else code end
    where user_id = ${userId} and code is not null and code_until > ${now}
    returning confirmed_at is not null as "isConfirmed"`;

/** Stores what a person chose, and starts again what was stopped. Of the stories left out, those they follow are kept. */
export const saveChoices = (
  db: Db,
  userId: string,
  { exclude, include, ...choices }: Choices,
): Promise<EmailRow> => {
  const excluded = (before: ReturnType<typeof sql>) => sql<string[]>`array(
    select f.story_id from story_follows f where f.follower_id = ${userId}
      and f.story_id = any(${before} || ${exclude}::uuid[]) and f.story_id <> all(${include}::uuid[]))`;
  return db
    .insertInto('ereader_email')
    .values({ user_id: userId, ...choices, excluded: excluded(sql`'{}'::uuid[]`) })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ ...choices, excluded: excluded(sql`ereader_email.excluded`), refusals: 0 }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
};

type Choices = Partial<Pick<EmailRow, 'schedule' | 'content'>> & { exclude: string[]; include: string[] };

export const removeAddress = (db: Db, userId: string) =>
  execute(db)`
    update ereader_email set address = null, code = null, confirmed_at = null, refusals = 0 where user_id = ${userId}`;

/** Ends the emails of a link's person; false for an unknown link. */
export const stop = (db: Db, key: string): Promise<boolean> =>
  hasRows(db, sql`update ereader_email set schedule = 'never' where unsubscribe_key = ${key}`);

/** Whether stories are sent to the person `u` with the row `m` (docs/product/ereader-email.md#sending). */
const isActive = sql`(m.confirmed_at is not null and m.schedule <> 'never'
  and m.refusals < ${ereaderEmailLimits.refusals} and u.suspended_at is null and u.deletion_due_at is null)`;

/** Chapters are sent once they have been published for some minutes, so that a mistake can be withdrawn. */
export const settledAt = (now: Date): Date => new Date(now.getTime() - digestLimits.delay * minute);

/** From when on a follower `f` with the row `m` is sent the chapters of the story that `k` is about. */
const since = (until: Date, last: ReturnType<typeof sql>) => sql`
  greatest(m.confirmed_at, f.created_at, ${last}, ${new Date(until.getTime() - digestLimits.days * day)}::timestamptz)`;

const sliceSize = 500;

/**
 * Of some people after this id, queues what is new for them: for each story once up to a time, and for those who chose so
 * on each of their days once. `last` is null after the last person.
 */
export const queueNews = async (tx: Db, after: string, times: LocalTime[], now: Date) => {
  const until = settledAt(now);
  const found = await firstRow<{ last: string | null; due: { userId: string; storyId: string }[] }>(tx)`
    with people as (select user_id from ereader_email where user_id > ${after} order by user_id limit ${sliceSize}),
    daily as (
      update ereader_email m set daily_day = z.day
      from people p join users u on u.id = p.user_id
      join unnest(${times.map(({ zone }) => zone)}::text[], ${times.map((one) => one.day)}::date[],
        ${times.map((one) => one.hour)}::int[]) as z (zone, day, hour) on z.zone = ${dayZoneOf(now)}
      left join notification_settings o on o.user_id = u.id
      where m.user_id = p.user_id and m.schedule = 'daily' and ${isActive}
        and z.hour >= coalesce(o.email_hour, ${digestLimits.hour}::int)
        and (m.daily_day is null or m.daily_day < z.day)
      returning m.user_id),
    due as (
      select m.user_id, s.id as story_id
      from people p join ereader_email m on m.user_id = p.user_id join users u on u.id = m.user_id
      join story_follows f on f.follower_id = m.user_id join stories s on s.id = f.story_id
      left join ereader_email_stories k on k.user_id = m.user_id and k.story_id = s.id
      where ${isActive} and (m.schedule = 'chapter' or m.user_id in (select user_id from daily))
        and s.ebook_allowed and ${isPublicStory()} and s.id <> all(m.excluded)
        and s.last_updated > ${since(until, sql`k.queued_until`)}
        and exists (
          select from chapters c where c.story_id = s.id and c.is_published and c.announced_at <= ${until}
            and c.announced_at > ${since(until, sql`k.queued_until`)})),
    queued as (
      insert into ereader_email_stories as k (user_id, story_id, queued_until)
      select user_id, story_id, ${until} from due order by user_id, story_id
      on conflict (user_id, story_id) do update set queued_until = excluded.queued_until
        where k.queued_until < excluded.queued_until
      returning user_id, story_id)
    select (select user_id from people order by user_id desc limit 1) as last, (
      select coalesce(json_agg(json_build_object('userId', user_id, 'storyId', story_id)), '[]') from queued) as due`;
  return found ?? { last: null, due: [] };
};

/** Whose e-reader it is, with what they chose. */
export type Recipient = ViewerRow &
  Pick<EmailRow, 'content' | 'unsubscribe_key'> & { address: string; name: string };

/** A person to whom stories are sent now; undefined for one who gets none. */
export const findRecipient = (db: Db, userId: string): Promise<Recipient | undefined> =>
  firstRow<Recipient>(db)`
    select ${viewerColumns}, m.address, m.content, m.unsubscribe_key,
      coalesce(nullif(u.display_name, ''), u.username) as name
    from ereader_email m join users u on u.id = m.user_id where m.user_id = ${userId} and ${isActive}`;

/** The new chapters of a story that its follower may read: those announced in this time. */
export interface News {
  title: string;
  since: Date;
  until: Date;
  chapters: { id: string; title: string; number: number }[];
}

/** What is to be sent of a story up to `until`, if it was not sent, and its follower may read it. */
export const findNews = (db: Db, who: Follower, storyId: string, until: Date): Promise<News | undefined> =>
  firstRow<News>(db)`
    select s.title, t.since, ${until}::timestamptz as until, (
      select coalesce(json_agg(json_build_object('id', c.id, 'title', c.title, 'number', c.published_number)
        order by c.published_number), '[]')
      from chapters c where c.story_id = s.id and ${visibleTo(who, 'lists').chapter}
        and c.announced_at > t.since and c.announced_at <= ${until}) as chapters
    from ereader_email m join story_follows f on f.follower_id = m.user_id join stories s on s.id = f.story_id
    join ereader_email_stories k on k.user_id = m.user_id and k.story_id = s.id
    cross join lateral (select ${since(until, sql`k.sent_until`)} as since) t
    where m.user_id = ${who.id} and s.id = ${storyId} and s.ebook_allowed and s.id <> all(m.excluded)
      and ${visibleTo(who, 'lists').story} and (k.sent_until is null or k.sent_until < ${until})`;

/** How long a job may send a story before another one does. */
const sendingTime = 3 * minute;

/** Whether no other job sends this story to the person; if so, none does until `endSending`, or for some minutes. */
export const startSending = (db: Db, userId: string, storyId: string, now: Date): Promise<boolean> =>
  hasRows(
    db,
    sql`
      update ereader_email_stories set sending_until = ${new Date(now.getTime() + sendingTime)}
      where user_id = ${userId} and story_id = ${storyId} and (sending_until is null or sending_until <= ${now})`,
  );

/** Whether a story is queued for a person; no longer once it or their account is erased. */
export const isQueued = (db: Db, userId: string, storyId: string): Promise<boolean> =>
  hasRows(db, sql`select from ereader_email_stories where user_id = ${userId} and story_id = ${storyId}`);

export const endSending = (db: Db, userId: string, storyId: string) =>
  execute(db)`
    update ereader_email_stories set sending_until = null where user_id = ${userId} and story_id = ${storyId}`;

/** Counts an email before it is sent; false if the person has had those of the day. */
export const countEmail = (db: Db, userId: string, now: Date): Promise<boolean> => {
  const today = now.toISOString().slice(0, 10);
  return hasRows(
    db,
    sql`
      update ereader_email set emails_day = ${today}, emails = case when emails_day = ${today} then emails + 1 else 1 end
      where user_id = ${userId} and (emails_day is distinct from ${today} or emails < ${ereaderEmailLimits.perDay})`,
  );
};

/** Takes back the count of an email that was not sent. */
export const uncountEmail = (db: Db, userId: string) =>
  execute(db)`update ereader_email set emails = greatest(0, emails - 1) where user_id = ${userId}`;

/** Notes that the chapters until then were sent. */
export const markSent = (tx: Db, userId: string, storyId: string, until: Date) =>
  execute(tx)`
    update ereader_email_stories set sent_until = greatest(sent_until, ${until}::timestamptz)
    where user_id = ${userId} and story_id = ${storyId}`;

/** Notes whether the mail server took an email to this address. */
export const recordDelivery = (db: Db, userId: string, address: string, isTaken: boolean) =>
  execute(db)`
    update ereader_email set refusals = case when ${isTaken} then 0 else least(refusals + 1, 1000) end
    where user_id = ${userId} and address = ${address} and (refusals > 0 or not ${isTaken})`;

export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'reading',
      what: 'The address of your e-reader, when you confirmed it, which stories we send there and when, and how many emails and codes we sent today',
      why: 'To send new chapters to your e-reader.',
      seenBy: `${onlyYou} The service that delivers to your e-reader, such as Amazon, gets the stories.`,
      until:
        'The address until you remove it, with a hash of it until the next day; the rest until you delete your account.',
      columns: ['ereader_email.user_id', 'ereader_email_stories.user_id'],
    },
  ],
  lists: (userId) => ({
    'e-reader-email.json': sql`
      select address, confirmed_at as "confirmedAt", schedule, content, excluded as "excludedStories",
        codes_day as "codesDay", codes, emails_day as "emailsDay", emails, daily_day as "dailyDay"
      from ereader_email where user_id = ${userId}`,
    'e-reader-stories.json': sql`
      select story_id as "storyId", queued_until as "queuedUntil", sent_until as "sentUntil"
      from ereader_email_stories where user_id = ${userId} order by story_id`,
  }),
};
