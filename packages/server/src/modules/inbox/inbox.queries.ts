import type { ParsedInput } from '@inkling/contract/call';
import type { InboxItem, InboxKind, listInbox as listCall } from '@inkling/contract/inbox';
import { inboxLimits } from '@inkling/contract/limits';
import { z } from 'zod';
import { allRows, type Db, firstRow, sql } from '../../platform/db/db.ts';
import { decodePosition } from '../../platform/list-position.ts';
import { type Reader as Rights, visibleTo } from '../chapters/index.ts';
import { columnsFor, type ReplyRow } from '../comments/index.ts';
import { isShownNow, withSubjects } from '../notifications/index.ts';
import { isListedReviewer, type ReviewRow, reviewColumns } from '../ratings/index.ts';
import { isPublicStory, type ListViewer } from '../stories/index.ts';
import { isHiddenFrom } from '../users/index.ts';

type Reader = NonNullable<ListViewer> & Rights;
type Query = ParsedInput<typeof listCall>['query'];
type Fragment = ReturnType<typeof sql>;

/** An item's position in the list: its time and its id. */
const position = z.tuple([z.iso.datetime(), z.uuid()]);

/**
 * Selects the reader's unread notifications of what the inbox lists: what is new in it is what is unread in the bell
 * (docs/product/inbox.md#new).
 */
function selectUnread(reader: Reader) {
  const { story, chapter } = visibleTo(reader, 'lists');
  return sql`
    select n.subject_id, n.kind, n.story_id, n.chapter_id, s.author_id = ${reader.id} as is_own
    from notifications n ${withSubjects}
    where n.user_id = ${reader.id} and n.read_at is null and n.kind in ('reply', 'mention', 'comment', 'review')
      and ${isShownNow(reader)} and ${story} and (n.chapter_id is null or ${chapter})`;
}

const selectOwn = ({ id }: Reader, story: string | null) => sql`
  select s.id from stories s
  where s.author_id = ${id} and ${isPublicStory()} and (${story}::uuid is null or s.id = ${story})`;

/** Whether a person has replied to the comment `k`: under it, or, if it is a reply, after it. */
const isAnsweredBy = (userId: string) => sql`exists (
  select from comments a
  where a.parent_id = coalesce(k.parent_id, k.id) and a.user_id = ${userId} and a.is_shown
    and (a.created_at, a.id) > (k.created_at, k.id))`;

/** Selects what the inbox lists, as kind, id and time; with `limit`, at least the first items after the position. */
function selectItems(reader: Reader, { show, kind, story, after }: Query, limit: number | null): Fragment {
  const [at, id] = after === undefined || limit === null ? [] : decodePosition(after, position);
  const isWanted = (of: Fragment, time: Fragment, answered: Fragment) => sql`
    ${show === 'new' ? sql`and ${of} = any(array(select subject_id from unread))` : sql``}
    ${show === 'unanswered' ? sql`and not ${answered}` : sql``}
    ${at === undefined ? sql`` : sql`and (${time}, ${of}) < (${at}::timestamptz, ${id}::uuid)`}`;
  // One story's first items come from an index. New ones are few, and are found by their ids.
  const first = (of: Fragment, time: Fragment) =>
    limit === null || show === 'new' ? sql`` : sql`order by ${time} desc, ${of} desc limit ${limit}`;
  const [k, kTime, r, rTime] = [sql`k.id`, sql`k.created_at`, sql`r.id`, sql`r.written_at`];
  const answered = isAnsweredBy(reader.id);
  const visible = visibleTo(reader, 'lists');
  const sources: Record<InboxKind, Fragment> = {
    comment: sql`
      select 'comment' as kind, k.id, k.at from own o cross join lateral (
        select k.id, k.created_at as at from comments k
        where k.root_id = o.id and k.is_shown and k.user_id <> ${reader.id} and not ${isHiddenFrom(reader.id, sql`k.user_id`)}
          and (k.subject_id = k.root_id
            or exists (select from chapters c where c.id = k.subject_id and c.is_published))
          ${isWanted(k, kTime, answered)} ${first(k, kTime)}) k`,
    review: sql`
      select 'review' as kind, r.id, r.at from own o cross join lateral (
        select r.id, r.written_at as at from ratings r join users u on u.id = r.user_id
        where r.story_id = o.id and r.review is not null and ${isListedReviewer()}
          and not ${isHiddenFrom(reader.id, sql`u.id`)}
          ${isWanted(r, rTime, sql`(r.reply is not null)`)} ${first(r, rTime)}) r`,
    mention: sql`
      select 'mention' as kind, k.id, k.created_at as at
      from notifications n join comments k on k.id = n.subject_id and k.is_shown
      join stories s on s.id = n.story_id left join chapters c on c.id = n.chapter_id
      where n.user_id = ${reader.id} and n.kind in ('reply', 'mention') and s.author_id <> ${reader.id}
        and (${story ?? null}::uuid is null or s.id = ${story ?? null})
        and ${visible.story} and (n.chapter_id is null or ${visible.chapter})
        and not ${isHiddenFrom(reader.id, sql`k.user_id`)} ${isWanted(k, kTime, answered)}`,
  };
  return kind === undefined
    ? sql`${sources.comment} union all ${sources.review} union all ${sources.mention}`
    : sources[kind];
}

/** An item as its row; dates inside `comment` and `review` are strings. */
export interface ItemRow {
  kind: InboxKind;
  _id: string;
  is_new: boolean;
  is_answered: boolean;
  story: InboxItem['story'];
  chapter: { _id: string; title: string; number: number } | null;
  is_ahead: boolean;
  is_closed: boolean;
  comment: ReplyRow | null;
  review: ReviewRow | null;
}

/** One page of a person's inbox, how many items it has, up to a limit, and how many of them are new. */
export const listItems = async (db: Db, reader: Reader, query: Query) => {
  const { page, limit, after, kind = null, story = null } = query;
  const skipped = after === undefined ? (page - 1) * limit : 0;
  const row = await firstRow<{ items: ItemRow[]; total: number; newCount: number }>(db)`
    with unread as materialized (${selectUnread(reader)}), own as materialized (${selectOwn(reader, story)}),
    found as materialized (
      select * from (${selectItems(reader, query, skipped + limit)}) o
      order by at desc, id desc limit ${limit} offset ${skipped}),
    items as (
      select f.kind, f.id as "_id", f.at, f.id in (select subject_id from unread) as is_new,
        case f.kind when 'review' then r.reply is not null else ${isAnsweredBy(reader.id)} end as is_answered,
        json_build_object('_id', s.id, 'title', s.title, 'author', s.author_id) as story,
        case when c.id is not null then
          json_build_object('_id', c.id, 'title', c.title, 'number', c.published_number) end as chapter,
        c.id is not null and ${visibleTo(reader, 'lists').isAhead} as is_ahead,
        exists (select from closed_comments x where x.subject_id in (k.subject_id, k.root_id)) as is_closed,
        case when k.id is not null then (
          select row_to_json(o) from (select ${columnsFor(reader.id, sql`true`)}) o) end as comment,
        case when r.id is not null then (select row_to_json(o) from (select ${reviewColumns}) o) end as review
      from found f
      left join comments k on f.kind <> 'review' and k.id = f.id
      left join ratings r on f.kind = 'review' and r.id = f.id
      join users u on u.id = coalesce(k.user_id, r.user_id)
      join stories s on s.id = coalesce(k.root_id, r.story_id)
      left join chapters c on c.id = k.subject_id)
    select (select coalesce(json_agg(i order by i.at desc, i."_id" desc), '[]') from items i) as items,
      (select count(*) from (
        select from (${selectItems(reader, query, null)}) o limit ${inboxLimits.counted}) o) as total,
      (select count(*) from unread where (${story}::uuid is null or story_id = ${story})
        and (${kind}::text is null or ${kind} = case when not is_own then 'mention' when kind = 'review' then 'review'
          else 'comment' end)) as "newCount"`;
  return row ?? { items: [], total: 0, newCount: 0 };
};

/** A person's published stories by title, with what is new about them. */
export const listStories = (db: Db, reader: Reader) =>
  allRows<{
    _id: string;
    title: string;
    newCount: number;
    chapters: { _id: string; newCount: number }[];
  }>(db)`
    with counts as (
      select story_id, chapter_id, count(*) as count from (${selectUnread(reader)}) n where is_own group by 1, 2)
    select s.id as "_id", s.title, coalesce(sum(n.count), 0) as "newCount",
      coalesce(json_agg(json_build_object('_id', n.chapter_id, 'newCount', n.count))
        filter (where n.chapter_id is not null), '[]') as chapters
    from stories s left join counts n on n.story_id = s.id
    where s.author_id = ${reader.id} and ${isPublicStory()}
    group by s.id order by lower(s.title), s.id`;
