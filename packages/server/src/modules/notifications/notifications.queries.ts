import type { InboxKind } from '@inkling/contract/inbox';
import { digestLimits, notificationLimits } from '@inkling/contract/limits';
import {
  type EmailSchedule,
  type EmailTopic,
  type MutableKind,
  mutedAtFirst,
} from '@inkling/contract/notifications';
import {
  allValues,
  countChanged,
  type Db,
  execute,
  firstRow,
  firstValue,
  hasRows,
  sql,
  type TableRow,
} from '../../platform/db/db.ts';
import { deleteSome } from '../../platform/db/delete-some.ts';
import type { Erased } from '../../platform/module.ts';
import { isOpenCommunity } from '../communities/index.ts';
import { isReadableBy } from '../stories/index.ts';
import { isMutedKind, mutedKinds } from './notifications.policy.queries.ts';

export type StoredKind = TableRow<'notifications'>['kind'];

/** A fact of which some people are notified. */
export interface NewNotification {
  subjectId: string;
  storyId?: string | null;
  chapterId?: string | null;
  communityId?: string | null;
  actorId?: string | null;
  createdAt: Date;
  /** For how many milliseconds after the last time it does not notify again. */
  pause?: number;
}

/**
 * Stores notifications about one fact, a kind for each person; returns whom they are new to, without outsiders of a private
 * community, who don't see them. A person is notified of the same thing once, or, with `again`, whenever it happens anew.
 */
export const addNotifications = async (
  tx: Db,
  kinds: Map<string, StoredKind>,
  {
    subjectId,
    storyId = null,
    chapterId = null,
    communityId = null,
    actorId = null,
    createdAt,
    pause = 0,
  }: NewNotification,
  again = false,
): Promise<string[]> => {
  const isSeen = sql`
    n.community_id is null or n.kind not in ('comment', 'reply', 'mention', 'allowed')
      or ${isOpenCommunity(sql`n.community_id`, sql`n.user_id`)}`;
  const { rows } = await sql<{ user_id: string; is_seen: boolean }>`
    insert into notifications as n (user_id, kind, subject_id, story_id, chapter_id, community_id, actor_id, created_at)
    select u.id, o.kind, ${subjectId}, ${storyId}, ${chapterId}, ${communityId}, ${actorId}, ${createdAt}
    from unnest(${[...kinds.keys()]}::uuid[], ${[...kinds.values()]}::text[]) as o (user_id, kind)
    join users u on u.id = o.user_id
    where u.id is distinct from ${actorId}::uuid
    on conflict (user_id, kind, subject_id) do update set created_at = excluded.created_at, read_at = null, mailed_at = null
      where ${again} and n.created_at < ${new Date(createdAt.getTime() - pause)}
    returning n.user_id, (${isSeen}) as is_seen`.execute(tx);
  return rows.flatMap(({ user_id, is_seen }) => (is_seen ? user_id : []));
};

/** A comment as its notifications need it: what it is on and replies to, and whose that is. */
export const findComment = (tx: Db, id: string) =>
  firstRow<{
    content: string;
    mentioned: string[];
    story_id: string | null;
    chapter_id: string | null;
    community_id: string | null;
    author_id: string;
    replied_to: string | null;
  }>(tx)`
    select k.content, k.mentioned, s.id as story_id, c.id as chapter_id,
      o.community_id, coalesce(s.author_id, o.user_id) as author_id, p.user_id as replied_to
    from comments k left join comments p on p.id = k.parent_id left join chapters c on c.id = k.subject_id
    left join stories s on s.id = coalesce(c.story_id, k.subject_id) left join community_posts o on o.id = k.subject_id
    where k.id = ${id} and k.is_shown and coalesce(s.author_id, o.user_id) is not null`;

/** What a text, a post or comments are on: the story, chapter or community. */
export const findPlace = (tx: Db, id: string) =>
  firstRow<{ storyId: string | null; chapterId: string | null; communityId: string | null }>(tx)`
    select s.id as "storyId", c.id as "chapterId", o.community_id as "communityId"
    from (select coalesce((select subject_id from comments where id = ${id}), (select story_id from ratings where id = ${id}),
      (select place_id from chat_messages where id = ${id}), (select story_id from story_notes where id = ${id}),
      ${id}::uuid) as id) p left join chapters c on c.id = p.id
    left join stories s on s.id = coalesce(c.story_id, p.id) left join community_posts o on o.id = p.id
    where s.id is not null or o.id is not null`;

/** What a post says, while it is shown. */
export const findPost = (tx: Db, id: string) =>
  firstRow<{ content: string; mentioned: string[] }>(tx)`
    select content, mentioned from community_posts where id = ${id} and is_shown`;

/** Who follows an author who has moved, or a story of theirs, and was not notified of it before. */
export const findFollowers = (tx: Db, authorId: string): Promise<string[]> =>
  allValues<string>(tx)`
    select f.id from (
      select follower_id as id from follows where followed_id = ${authorId}
      union select f.follower_id from stories s join story_follows f on f.story_id = s.id where s.author_id = ${authorId}) f
    where not exists (
      select from notifications n where n.user_id = f.id and n.kind = 'moved' and n.subject_id = ${authorId})`;

/** The admins, if this person waits for their approval of the account. */
export const findApprovers = (tx: Db, personId: string): Promise<string[]> =>
  allValues<string>(tx)`
    select id from users where is_admin
      and exists (select from signup_requests where user_id = ${personId} and refused_at is null)`;

/** The founder and the moderators of a community. */
export const findModerators = (tx: Db, communityId: string): Promise<string[]> =>
  allValues<string>(tx)`
    select user_id from community_members where community_id = ${communityId} and role in ('founder', 'moderator')`;

/** A person's review of a story, and the story's author. */
export const findReview = (tx: Db, raterId: string, storyId: string) =>
  firstRow<{ id: string; author_id: string }>(tx)`
    select r.id, s.author_id from ratings r join stories s on s.id = r.story_id
    where r.user_id = ${raterId} and r.story_id = ${storyId} and r.review is not null
      and r.taken_down_at is null`;

/** The story that an import made. */
export const findImportedStory = async (tx: Db, importId: string): Promise<string | null> => {
  const found = await tx
    .selectFrom('imports')
    .select('story_id')
    .where('id', '=', importId)
    .executeTakeFirst();
  return found?.story_id ?? null;
};

export const markAll = (db: Db, userId: string, now: Date) =>
  sql`update notifications set read_at = ${now} where user_id = ${userId} and read_at is null`.execute(db);

/** Marks what is about comments, reviews or people; returns how many notifications were unread. */
export const markSubjects = (db: Db, userId: string, subjectIds: string[], now: Date) =>
  countChanged(db)`
    update notifications set read_at = ${now}
    where user_id = ${userId} and kind in ('reply', 'mention', 'comment', 'review', 'follower', 'post')
      and subject_id = any(${subjectIds}::uuid[]) and read_at is null`;

/** Marks the comments and reviews up to a moment, of all stories or of one. */
export const markInbox = (
  db: Db,
  userId: string,
  { until, story, kind }: { until: string; story?: string | undefined; kind?: InboxKind | undefined },
  now: Date,
) =>
  execute(db)`
    update notifications n set read_at = ${now} from stories s
    where n.user_id = ${userId} and n.kind in ('reply', 'mention', 'comment', 'review') and n.read_at is null
      and s.id = n.story_id and n.created_at <= ${until} and (${story ?? null}::uuid is null or n.story_id = ${story ?? null})
      and (${kind ?? null}::text is null or ${kind ?? null} = case when s.author_id <> n.user_id then 'mention'
        when n.kind = 'review' then 'review' else 'comment' end)`;

/** Of these stories, marks the chapters up to then as seen, if the person follows the story or its author. */
export const seeChapters = (db: Db, userId: string, storyIds: string[], until: Date) =>
  sql`
    insert into chapter_news as w (user_id, story_id, seen_until)
    select ${userId}, s.id, ${until} from stories s
    where s.id = any(${storyIds}::uuid[]) and (
      exists (select from story_follows f where f.follower_id = ${userId} and f.story_id = s.id)
      or exists (select from follows f where f.follower_id = ${userId} and f.followed_id = s.author_id))
    order by s.id
    on conflict (user_id, story_id) do update set seen_until = excluded.seen_until`.execute(db);

export const seeAllChapters = (db: Db, userId: string, until: Date) =>
  sql`
    insert into notification_settings (user_id, chapters_seen_until) values (${userId}, ${until})
    on conflict (user_id) do update set chapters_seen_until = excluded.chapters_seen_until`.execute(db);

/** What a person chose about notifications; `schedules` has only the topics that they chose. */
export interface Choices {
  mutedKinds: MutableKind[];
  schedules: Partial<Record<EmailTopic, EmailSchedule>>;
  emailHour: number;
}

/** Whether a person has muted a kind. */
export const mutes = (db: Db, userId: string, kind: MutableKind): Promise<boolean> =>
  hasRows(db)`select where ${isMutedKind({ id: userId }, sql`${kind}::text`)}`;

/** Changes what is given; schedules of other topics stay. */
export const setChoices = (
  db: Db,
  userId: string,
  { mutedKinds = null, schedules = {}, emailHour = null }: { [Name in keyof Choices]?: Choices[Name] | null },
) =>
  execute(db)`
    insert into notification_settings as o (user_id, muted_kinds, schedules, email_hour)
    values (${userId}, coalesce(${mutedKinds}::text[], ${mutedAtFirst}), ${JSON.stringify(schedules)}::jsonb, ${emailHour}::int)
    on conflict (user_id) do update set muted_kinds = coalesce(${mutedKinds}::text[], o.muted_kinds),
      schedules = o.schedules || excluded.schedules, email_hour = coalesce(excluded.email_hour, o.email_hour)`;

interface SettingsRow extends Choices {
  /** How many emails were sent in the last month that had any. */
  emails: { month: string; count: number } | null;
  time_zone: string;
  day_zone: string | null;
  day_zone_until: Date | null;
  isAddressRefused: boolean;
  isAuthor: boolean;
  isModerator: boolean;
  /** Of any community. */
  isMember: boolean;
  isAdmin: boolean;
  /** An admin or a moderator of the site. */
  isOnTeam: boolean;
  mutedStories: { _id: string; title: string | null }[];
}

/** What a person chose, the stories that they muted with the titles that they may see, and their emails of the month. */
export const findSettings = (db: Db, userId: string) =>
  firstRow<SettingsRow>(db)`
    select ${mutedKinds({ id: userId })} as "mutedKinds", coalesce(o.schedules, '{}') as schedules,
      coalesce(o.email_hour, ${digestLimits.hour}::int) as "emailHour",
      (select json_build_object('month', month, 'count', emails) from digests
        where user_id = u.id and month is not null) as emails, u.time_zone, u.day_zone, u.day_zone_until,
      coalesce((select refusals >= ${digestLimits.refusals} from credentials where user_id = u.id), false)
        as "isAddressRefused", u.is_admin as "isAdmin", u.is_admin or u.is_moderator as "isOnTeam",
      exists (select from stories where author_id = u.id) as "isAuthor",
      exists (select from community_members m join communities g on g.id = m.community_id and g.deleted_at is null
        where m.user_id = u.id and m.role in ('founder', 'moderator')) as "isModerator",
      exists (select from community_members where user_id = u.id) as "isMember", (
      select coalesce(json_agg(json_build_object('_id', s.id, 'title',
        case when ${isReadableBy(userId)} then s.title end) order by s.title, s.id), '[]')
      from chapter_news w join stories s on s.id = w.story_id
      where w.user_id = u.id and w.is_muted) as "mutedStories"
    from users u left join notification_settings o on o.user_id = u.id where u.id = ${userId}`;

/** Mutes a story that the person may open; false if there is none. */
export const muteStory = (db: Db, userId: string, storyId: string): Promise<boolean> =>
  hasRows(db)`
    insert into chapter_news (user_id, story_id, is_muted)
    select ${userId}, s.id, true from stories s where s.id = ${storyId} and ${isReadableBy(userId)}
    on conflict (user_id, story_id) do update set is_muted = true`;

export const unmuteStory = (db: Db, userId: string, storyId: string) =>
  execute(db)`update chapter_news set is_muted = false where user_id = ${userId} and story_id = ${storyId}`;

export const countMuted = async (db: Db, userId: string): Promise<number> =>
  (await firstValue<number>(db)`
    select count(*) as muted from chapter_news where user_id = ${userId} and is_muted`) ?? 0;

/** Deletes at most `max` notifications from before then; returns how many. */
export const deleteOld = (db: Db, before: Date, max: number): Promise<number> =>
  countChanged(db)`
    delete from notifications where ctid = any(array(
      select ctid from notifications where created_at < ${before} order by created_at limit ${max}))`;

/** Deletes marks that hide nothing any more: chapters from before then are not listed. */
export const deleteOldMarks = (db: Db, before: Date) =>
  sql`delete from chapter_news where not is_muted
    and coalesce(greatest(seen_until, mailed_until), ${before}) <= ${before}`.execute(db);

/** People with more notifications than are kept. */
export const listOverfull = (db: Db): Promise<string[]> =>
  allValues<string>(db)`
    select user_id from notifications group by user_id having count(*) > ${notificationLimits.perPerson}`;

/** Deletes a person's oldest notifications beyond the number that is kept. */
export const deleteOldest = (db: Db, userId: string) =>
  sql`
    delete from notifications where user_id = ${userId} and id in (
      select id from notifications where user_id = ${userId}
      order by created_at desc, id desc offset ${notificationLimits.perPerson})`.execute(db);

/** Deletes at most `max` rows about a story or chapter that is erased; returns how many. */
export const eraseNotifications = (db: Db, { storyId, chapterId }: Erased, max: number): Promise<number> =>
  chapterId === null
    ? deleteSome(db, ['notifications', 'chapter_news'], { column: 'story_id', id: storyId, max })
    : deleteSome(db, ['notifications'], { column: 'chapter_id', id: chapterId, max });
