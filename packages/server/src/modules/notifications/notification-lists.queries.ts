import type { ContentWarning } from '@inkling/contract/content-warnings';
import { notificationLimits } from '@inkling/contract/limits';
import type { MeasureKind } from '@inkling/contract/measures';
import type { NotificationKind } from '@inkling/contract/notifications';
import type { ReportSubject } from '@inkling/contract/reports';
import type { Author } from '@inkling/contract/users';
import { day, minute } from '../../platform/clock.ts';
import { type Db, firstValue, sql } from '../../platform/db/db.ts';
import { visibleTo } from '../chapters/index.ts';
import { hasRequests, isActivePerson, isBannedAt } from '../communities/index.ts';
import { hasBegun, type Unread, unreadOf } from '../library/index.ts';
import { type PlanNotice, planNoticeJson } from '../plans/index.ts';
import { authorJson } from '../users/index.ts';
import { selectChapterNews } from './chapter-news.queries.ts';
import { isShownNow, type Recipient, withSubjects } from './notifications.policy.queries.ts';

/** Where days begin: midnight of any day in the recipient's time zone. */
type Midnight = Date;

/** The day of the notification `n`, as a number. */
const dayOf = (midnight: Midnight) =>
  sql`floor(extract(epoch from n.created_at - ${midnight}::timestamptz) / 86400)`;

/** What a decision, a plan's notice, an allowed text or a report is about, or who has moved; each is an entry of its own. */
const decisionOf = (alias: 'n' | 'e') =>
  sql`case when ${sql.ref(`${alias}.kind`)} in ('decision', 'plan', 'allowed', 'outcome', 'moved') then ${sql.ref(`${alias}.subject_id`)} end`;

/** When the latest in an entry can first be announced to a recipient. */
export const announcedAt = (kind: NotificationKind, createdAt: Date): Date =>
  kind === 'chapters' ? new Date(createdAt.getTime() + notificationLimits.delay * minute) : createdAt;
/** Some of a recipient's notifications, by their ids, and the stories whose new chapters count, from a time on. */
export interface Unmailed {
  ids: string[];
  storyIds: string[];
  since: Date;
}

const isUnmailed = ({ ids }: Unmailed) => sql`n.id = any(${ids}::uuid[]) and n.read_at is null`;

/** The post that the notification `n` of a community is about. */
const postOf = sql`coalesce((select k.subject_id from comments k where k.id = n.subject_id), n.subject_id)`;

/** Selects a recipient's entries: notifications about the same thing on the same day are one, read and unread apart. */
const selectEntries = (
  recipient: Recipient,
  now: Date,
  midnight: Midnight,
  which = sql`true`,
  { updatedAfter, only = null }: { updatedAfter?: Date; only?: Unmailed | null } = {},
) => sql`
  select (array_agg(n.id order by n.created_at desc, n.id desc))[1] as id, n.kind, n.story_id, n.chapter_id, n.community_id,
    count(*) as count, count(distinct n.actor_id) as people,
    count(distinct case when n.community_id is not null then ${postOf} end) as posts, n.read_at is not null as is_read,
    max(n.created_at) as created_at, false as is_new_story
  from notifications n ${withSubjects}
  where n.user_id = ${recipient.id} and ${which} and ${isShownNow(recipient)}
  group by n.kind, n.story_id, n.chapter_id, n.community_id, ${decisionOf('n')}, is_read, ${dayOf(midnight)}
  union all
  select story_id, 'chapters', story_id, chapter_id, null, count, 1, 0, false, created_at, is_new_story
  from (${selectChapterNews(recipient, now, updatedAfter, only?.since)}) news
  where ${only === null ? sql`true` : sql`story_id = any(${only.storyIds}::uuid[])`}`;

export interface EntryRow {
  /** Of new chapters: what is unread of the story. */
  unread: number | null;
  next_unread: Unread['next_unread'];
  id: string;
  kind: NotificationKind;
  /** What the newest notification is about; null for new chapters. */
  subject_id: string | null;
  count: number;
  people: number;
  /** How many posts it is about. */
  posts: number;
  is_read: boolean;
  created_at: Date;
  actor: Author | null;
  story: { _id: string; title: string } | null;
  author_id: string | null;
  cover_image: string | null;
  /** Of new chapters: whether the recipient follows the story itself, not only its author. */
  follows_story: boolean;
  /** Of new chapters: whether the story is new, and whether the recipient has read any of it. */
  is_new_story: boolean;
  is_begun: boolean;
  description: string | null;
  content_warnings: ContentWarning[] | null;
  chapter: { _id: string; title: string } | null;
  community: { _id: string; name: string } | null;
  /** The post that it is about. */
  post_id: string | null;
  post_title: string | null;
  /** Whether the recipient has not reached the chapter; also if the post is about one. */
  is_ahead: boolean;
  /** Of the comment, review, post or note, or the reason of the ban. */
  content: string | null;
  /** The measure of a decision, and what has become of it. */
  measure: {
    kind: MeasureKind;
    title: string;
    subjectKind: ReportSubject | null;
    isByModerator: boolean;
    /** Of the moderators. */
    community: string | null;
    state: 'new' | 'ended' | 'answered';
  } | null;
  /** Of requests to join: the newest person who asks, and how many do. */
  askers: { name: string; count: number } | null;
  /** The ban from the community, while it lasts. */
  ban: { until: string | null; isRefused: boolean } | null;
  /** Of a request: whether people only appeal against bans. */
  is_appeal: boolean;
  plan: PlanNotice | null;
  /** Of an allowed text that is neither a comment nor a post: what it is, and its name if it has one. */
  allowed: { kind: 'review' | 'message' | 'series' | 'collection' | 'note'; name: string } | null;
  /** What was reported, and whether something was done about it. */
  report: { subjectKind: ReportSubject; isActed: boolean } | null;
  import: { id: string; state: 'done' | 'failed' | 'review'; fileName: string } | null;
}

export interface EntryPage {
  rows: EntryRow[];
  total: number;
  kinds: NotificationKind[];
  unread: number;
}

/**
 * Selects a recipient's unread entries with something newer than `since`. The others of that day belong to them, so that
 * they are the same as in the list.
 */
function selectNew(recipient: Recipient, now: Date, midnight: Midnight, since: Date) {
  const before = new Date(since.getTime() - day);
  const isRecent = sql`n.read_at is null and n.created_at > ${before}`;
  const updatedAfter = new Date(since.getTime() - notificationLimits.delay * minute);
  return sql`
    select * from (${selectEntries(recipient, now, midnight, isRecent, { updatedAfter })}) e
    where e.created_at > case when e.kind = 'chapters' then ${updatedAfter}::timestamptz else ${since} end`;
}

/** Which entries: of one kind; only unread ones that are newer than `since`; or only those of some notifications. */
interface Which {
  page: number;
  limit: number;
  kind: NotificationKind | null;
  since?: Date;
  only?: Unmailed;
}

/**
 * One page of a recipient's entries, of all kinds or one, and how many there are; `unread` counts all kinds.
 */
export const listEntries = async (
  db: Db,
  recipient: Recipient,
  at: { now: Date; midnight: Midnight },
  { page, limit, kind, since, only }: Which,
): Promise<EntryPage> => {
  const { isAhead } = visibleTo(recipient, 'lists');
  const { now, midnight } = at;
  const selected =
    since !== undefined
      ? selectNew(recipient, now, midnight, since)
      : selectEntries(recipient, now, midnight, only && isUnmailed(only), { only });
  const { rows } = await sql<
    Omit<EntryPage, 'rows' | 'kinds'> & { entries: EntryRow[]; kinds: NotificationKind[] | null }
  >`
    with entries as materialized (${selected}),
    listed as (select * from entries where ${kind}::text is null or kind = ${kind}),
    page as (
      select * from listed order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}),
    shown as (
      select p.id, p.kind, n.subject_id, p.count, p.people, p.posts, p.is_read, p.created_at,
        p.is_new_story and not begun.is_begun as is_new_story, begun.is_begun, left_over.unread, left_over.next_unread,
        s.description, s.content_warnings,
        case when u.id is not null then ${authorJson('u')} end as actor,
        case when s.id is not null then json_build_object('_id', s.id, 'title', s.title) end as story, s.author_id, s.cover_image,
        p.kind = 'chapters' and exists (
          select from story_follows w where w.follower_id = ${recipient.id} and w.story_id = s.id) as follows_story,
        case when c.id is not null then json_build_object('_id', c.id, 'title', c.title) end as chapter,
        case when g.id is not null then json_build_object('_id', g.id, 'name', g.name) end as community, o.id as post_id,
        o.title as post_title,
        c.id is not null and ${isAhead} or o.chapter_id is not null as is_ahead,
        nullif(coalesce(k.content, r.review, o.content, b.reason, t.text), '') as content,
        case when q.id is not null then json_build_object(
          'subjectKind', q.subject_kind, 'isActed', q.decision <> 'dismiss') end as report,
        case when b.user_id is not null then json_build_object('until', b.ends_at, 'isRefused', b.is_refused) end as ban,
        n.kind = 'request' and not ${hasRequests(sql`g.id`)} as is_appeal,
        case when p.kind = 'request' then (
          select json_build_object('name', (array_agg(coalesce(nullif(u.display_name, ''), u.username)
            order by q.created_at desc, u.id))[1], 'count', count(*))
          from community_requests q join users u on u.id = q.user_id
          where q.community_id = p.community_id and ${isActivePerson()}) end as askers,
        case when i.id is not null then json_build_object(
          'id', i.id, 'state', i.state, 'fileName', i.file_name) end as import,
        case when d.id is not null then json_build_object(
          'kind', d.kind, 'title', d.title, 'subjectKind', d.subject_kind,
          'isByModerator', d.is_by_moderator, 'community', (
            select v.name from report_entries q join communities v on v.id = q.community_id and v.deleted_at is null
            where q.id = d.entry_id),
          'state', case
            when d.ended_at is not null then 'ended' when d.answer is not null then 'answered' else 'new' end) end as measure,
        case when n.kind = 'allowed' and g.id is null and k.id is null then coalesce(
          (select json_build_object('kind', 'note', 'name', '') from story_notes where id = n.subject_id),
          (select json_build_object('kind', 'series', 'name', name) from series where id = n.subject_id),
          (select json_build_object('kind', 'collection', 'name', name) from collections where id = n.subject_id),
          json_build_object('kind', case when r.id is null then 'message' else 'review' end, 'name', '')) end as allowed,
        case when n.kind = 'plan' then ${planNoticeJson(sql`n.user_id`, sql`n.subject_id`)} end as plan
      from page p
      left join notifications n on n.user_id = ${recipient.id} and n.id = p.id and n.kind = p.kind
      left join stories s on s.id = p.story_id
      left join library_entries e on p.kind = 'chapters' and e.user_id = ${recipient.id} and e.story_id = s.id
      left join lateral ${unreadOf(recipient)} left_over on p.kind = 'chapters'
      cross join lateral (select p.kind = 'chapters' and ${hasBegun(recipient.id)} as is_begun) begun
      left join chapters c on c.id = p.chapter_id
      left join users u on u.id = case when p.kind = 'chapters' then s.author_id else n.actor_id end
      left join comments k on k.id = n.subject_id left join ratings r on r.id = n.subject_id
      left join imports i on i.id = n.subject_id left join communities g on g.id = p.community_id
      left join community_posts o on g.id is not null and o.id = coalesce(k.subject_id, n.subject_id)
      left join community_bans b
        on n.kind = 'ban' and b.community_id = g.id and b.user_id = n.user_id and ${isBannedAt(now)}
      left join story_notes t on n.kind = 'note' and t.story_id = n.story_id and t.id = n.subject_id
      left join report_entries q on n.kind = 'outcome' and q.id = n.subject_id
      left join measures d on n.kind = 'decision' and d.id = n.subject_id)
    select (select count(*) from listed) as total, (select count(*) from entries where not is_read) as unread,
      (select array_agg(distinct kind) from entries) as kinds,
      (select coalesce(json_agg(o order by o.created_at desc, o.id desc), '[]') from shown o) as entries`.execute(
    db,
  );
  const [found] = rows;
  return {
    rows: found?.entries ?? [],
    total: found?.total ?? 0,
    kinds: found?.kinds ?? [],
    unread: found?.unread ?? 0,
  };
};

/** How many of a recipient's entries are unread. */
export const countUnread = async (
  db: Db,
  recipient: Recipient,
  { now, midnight }: { now: Date; midnight: Midnight },
): Promise<number> =>
  (await firstValue<number>(db)`
    select count(*) as unread
    from (${selectEntries(recipient, now, midnight, sql`n.read_at is null`)}) entries`) ?? 0;

/** Marks entries as read, by the ids of their newest notifications. */
export const markEntries = (db: Db, userId: string, ids: string[], now: Date, midnight: Midnight) => {
  const dayOfShown = sql`floor(extract(epoch from e.created_at - ${midnight}::timestamptz) / 86400)`;
  return sql`
    update notifications n set read_at = ${now} from notifications e
    where e.user_id = ${userId} and e.id = any(${ids}::uuid[])
      and n.user_id = ${userId} and n.read_at is null and n.kind = e.kind and n.created_at <= e.created_at
      and n.story_id is not distinct from e.story_id and n.chapter_id is not distinct from e.chapter_id
      and n.community_id is not distinct from e.community_id
      and ${decisionOf('n')} is not distinct from ${decisionOf('e')}
      and ${dayOf(midnight)} = ${dayOfShown}`.execute(db);
};
