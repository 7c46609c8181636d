import { feedLimits } from '@inkling/contract/limits';
import type { Author } from '@inkling/contract/users';
import { allRows, type Db, execute, firstRow, hasRows, type RawBuilder, sql } from '../../platform/db/db.ts';
import { type Reader, visibleTo } from '../chapters/index.ts';
import { isExcluded, isListedCollection } from '../collections/index.ts';
import { hasBegun, unreadOf } from '../library/index.ts';
import type { ListViewer } from '../stories/index.ts';
import { isShownNote } from '../story-notes/index.ts';
import { authorJson, isPublicPerson, personNamed } from '../users/index.ts';

/** Whether feeds name a person and list their stories; the alias is `u`. */
const isActive = () => sql<boolean>`(${isPublicPerson('u')} and u.suspended_at is null)`;

type Rules = Pick<ReturnType<typeof visibleTo>, 'story' | 'listed'>;

/** What visitors see in lists; with `mature`, what everyone may open. */
export const publicRules = (mature: boolean): Rules =>
  mature ? visibleTo(null, 'link') : visibleTo(null, 'lists');

/** Which chapters are listed, by when they or their story were published. */
interface Period {
  from?: Date;
  until: Date;
}

export interface EntryRow {
  id: string;
  title: string;
  /** It is a note to the followers of its story, with its text as the description. */
  is_note?: true;
  story_id: string;
  story_title: string;
  description: string;
  language: string;
  is_mature: boolean;
  author: Author;
  /** In a private feed: the next chapter that its reader has not read of a story that they have begun; null without one. */
  next_unread?: string | null;
  published_at: Date;
  updated_at: Date;
}

const storyColumns = (description = sql`s.description`) => sql`s.id as story_id, s.title as story_title,
  ${description} as description, s.language, s.audience = 'mature' as is_mature, ${authorJson('u')} as author`;

/** Stories with new chapters, the latest updated first. What a feed lists is in as many of them as it has entries. */
const latest = (stories: RawBuilder<unknown>, { story }: Rules) => sql`
  select s.* ${stories} and ${story}
  order by s.last_updated desc nulls last, s.id limit ${feedLimits.entries}`;

/** The newest chapters of stories, given from `from` on. */
const listChapters = (
  db: Db,
  stories: RawBuilder<unknown>,
  rules: Rules,
  { from, until }: Period,
  more = sql``,
) =>
  allRows<EntryRow>(db)`
    select c.id, c.title, ${storyColumns()}, c.at as published_at, c.at as updated_at ${more}
    from (${latest(stories, rules)}) s join users u on u.id = s.author_id and ${isActive()}
    cross join lateral (
      select c.id, c.title, c.published_number, greatest(c.published_at, s.published_at) as at
      from chapters c
      where c.story_id = s.id and ${rules.listed} and s.published_at <= ${until} and c.published_at <= ${until}
        and c.published_at > case when s.published_at > ${from ?? null}::timestamptz then '-infinity'
          else coalesce(${from ?? null}::timestamptz, '-infinity') end
      order by c.published_at desc, c.published_number desc limit ${feedLimits.entries}) c
    order by c.at desc, s.id, c.published_number desc limit ${feedLimits.entries}`;

export const listStoryChapters = (db: Db, id: string, rules: Rules, period: Period) =>
  listChapters(db, sql`from stories s where s.id = ${id}`, rules, period);

/** The newest notes to the followers of a story. */
export const listNotes = (db: Db, id: string, { story }: Rules, { until }: Period) =>
  allRows<EntryRow>(db)`
    select t.id, 'A note from the author' as title, true as is_note, ${storyColumns(sql`t.text`)},
      greatest(t.created_at, s.published_at) as published_at,
      greatest(t.created_at, t.edited_at, s.published_at) as updated_at
    from story_notes t join stories s on s.id = t.story_id join users u on u.id = s.author_id and ${isActive()}
    where t.story_id = ${id} and ${isShownNote(null)} and t.created_at <= ${until}
      and ${story} and s.published_at <= ${until}
    order by t.created_at desc, t.id desc limit ${feedLimits.entries}`;

export const listAuthorsChapters = (db: Db, id: string, rules: Rules, period: Period) =>
  listChapters(db, sql`from stories s where s.author_id = ${id}`, rules, period);

/** New chapters that a reader may read, of stories and authors that they follow, unless muted or published without an announcement. */
export function listFollowedChapters(
  db: Db,
  reader: NonNullable<ListViewer> & Reader,
  period: Required<Period>,
) {
  const { id } = reader;
  const followed = sql`
    from stories s where s.last_updated > ${period.from} and s.author_id <> ${id} and s.id in (
      select story_id from story_follows where follower_id = ${id}
      union all
      select a.id from follows f join stories a on a.author_id = f.followed_id
      where f.follower_id = ${id} and a.deleted_at is null and a.last_updated > ${period.from})
    and not exists (
      select from chapter_news w where w.user_id = ${id} and w.story_id = s.id and w.is_muted)`;
  const nextUnread = sql`, (
    select left_over.next_unread ->> 'id' from (select) one
    left join library_entries e on e.user_id = ${id} and e.story_id = s.id cross join lateral ${unreadOf(reader)} left_over
    where ${hasBegun(id)}) as next_unread`;
  const { story, chapter } = visibleTo(reader, 'lists');
  const rules = { story, listed: sql<boolean>`(${chapter} and c.announced_at is not null)` };
  return listChapters(db, followed, rules, period, nextUnread);
}

/** The beginnings of those of these chapters whose authors allow EPUBs, except of mature stories. */
export const listOpenings = (
  db: Db,
  reader: (NonNullable<ListViewer> & Reader) | null,
  chapterIds: string[],
) =>
  allRows<{ id: string; content: string }>(db)`
    select c.id, left(v.content, ${openingLength}) as content from chapters c join stories s on s.id = c.story_id
    join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
    where c.id = any(${chapterIds}::uuid[]) and s.ebook_allowed and s.audience <> 'mature'
      and ${visibleTo(reader, 'lists').chapter}`;

/** In characters, with the marks of the text format; more than an opening shows. */
const openingLength = 4000;

/** A genre's stories, the latest updated first. */
export const listGenreStories = (db: Db, id: string, { story }: Rules, { until }: Period) =>
  allRows<EntryRow>(db)`
    select s.id, s.title, ${storyColumns()}, s.published_at, greatest(s.last_updated, s.published_at) as updated_at
    from stories s join users u on u.id = s.author_id and ${isActive()}
    where s.filter_keys @> array[${`genre:${id}`}] and ${story} and s.published_at <= ${until}
      and s.last_updated is not null
    order by s.last_updated desc, s.id desc limit ${feedLimits.entries}`;

/** A collection's stories, the last added first. */
export const listCollectedStories = (db: Db, id: string, { story }: Rules, { until }: Period) =>
  allRows<EntryRow>(db)`
    select s.id, s.title, ${storyColumns()}, s.published_at, greatest(k.added_at, s.published_at) as updated_at
    from collection_stories k join stories s on s.id = k.story_id
    join users u on u.id = s.author_id and ${isActive()}
    where k.collection_id = ${id} and not ${isExcluded('k')} and ${story} and s.published_at <= ${until}
    order by updated_at desc, s.id limit ${feedLimits.entries}`;

/** What a feed is about. */
export interface Subject {
  id: string;
  title: string;
}

export const findStory = (db: Db, id: string, { story }: Rules) =>
  firstRow<Subject>(db)`
    select s.id, s.title from stories s join users u on u.id = s.author_id and ${isActive()}
    where s.id = ${id} and ${story}`;

/** The title is the name that is shown. */
export const findAuthor = (db: Db, usernameKey: string) =>
  firstRow<Subject & { username: string }>(db)`
    select u.id, u.username, coalesce(nullif(u.display_name, ''), u.username) as title
    from users u where u.id = ${personNamed(usernameKey)} and ${isActive()}`;

export const findGenre = (db: Db, id: string) =>
  firstRow<Subject>(db)`select id, name as title from genres where id = ${id}`;

export const findCollection = (db: Db, id: string) =>
  firstRow<Subject>(db)`
    select c.id, c.name as title from collections c join users u on u.id = c.owner_id
    where c.id = ${id} and ${isListedCollection()}`;

/** The reader of a private feed, with what they hide from lists. */
export const findReader = (db: Db, hash: Buffer) =>
  firstRow<NonNullable<ListViewer>>(db)`
    select u.id, json_build_object('showsMature', u.shows_mature, 'hiddenTags', u.hidden_tags,
      'hiddenWarnings', u.hidden_warnings) as "contentFilter"
    from private_feeds p join users u on u.id = p.user_id where p.hash = ${hash} and ${isActive()}`;

/** When a person's private feed was created; undefined if there is none. */
export const findPrivateFeed = async (db: Db, userId: string): Promise<Date | undefined> =>
  (await firstRow<{ created_at: Date }>(db)`select created_at from private_feeds where user_id = ${userId}`)
    ?.created_at;

/** Creates a person's private feed, or replaces it; false for an account that is due for deletion. */
export const savePrivateFeed = (db: Db, userId: string, hash: Buffer, now: Date): Promise<boolean> =>
  hasRows(
    db,
    sql`
    insert into private_feeds (user_id, hash, created_at)
    select u.id, ${hash}, ${now} from users u where u.id = ${userId} and ${isActive()}
    on conflict (user_id) do update set hash = excluded.hash, created_at = excluded.created_at returning user_id`,
  );

export const deletePrivateFeed = (db: Db, userId: string) =>
  execute(db)`delete from private_feeds where user_id = ${userId}`;

export interface FollowedFeed {
  kind: 'story' | 'user';
  /** An id, or a username. */
  name: string;
  title: string;
  isMature: boolean;
}

/** What a person follows and has a public feed: stories, then people, each by name. */
export const listFollowedFeeds = (db: Db, id: string): Promise<FollowedFeed[]> =>
  allRows<FollowedFeed>(db)`
    (select 'story' as kind, s.id::text as name, s.title, s.audience = 'mature' as "isMature"
    from story_follows f join stories s on s.id = f.story_id join users u on u.id = s.author_id and ${isActive()}
    where f.follower_id = ${id} and ${visibleTo({ id }, 'library').story} order by lower(s.title), s.id)
    union all
    (select 'user', u.username, coalesce(nullif(u.display_name, ''), u.username), false
    from follows f join users u on u.id = f.followed_id and ${isActive()}
    where f.follower_id = ${id} order by u.username_key)`;
