import { type Db, sql } from '../../platform/db/db.ts';
import { visibleTo } from '../chapters/index.ts';
import { countedStories, isShownTo, type ListViewer } from '../stories/index.ts';
import type { PersonRow } from '../users/index.ts';
import './search.table.ts';

export interface FoundChapterRow {
  id: string;
  title: string;
  number: number;
  story_id: string;
  story_title: string;
  author_id: string;
  language: string;
  username: string;
  display_name: string;
  views: number;
  version: number;
  piece: number;
  /** The text of the piece that matched, for signed-in people; empty if it was not asked for. */
  text: string | null;
  is_ahead: boolean;
}

/** Those of these chapters that are still public and shown to the viewer, in their order. */
export const findChapterPage = async (
  db: Db,
  viewer: ListViewer,
  chapters: { id: string; piece: number; needsText: boolean }[],
): Promise<FoundChapterRow[]> => {
  const visible = visibleTo(viewer, 'lists');
  const { rows } = await sql<FoundChapterRow>`
    select c.id, c.title, c.published_number as number, s.id as story_id, s.title as story_title, s.author_id, s.language,
      u.username, u.display_name, s.views, c.version, i.piece,
      ${viewer === null ? sql`null` : sql`coalesce(p.text, '')`} as text,
      ${visible.isAhead} as is_ahead
    from unnest(${chapters.map(({ id }) => id)}::uuid[], ${chapters.map(({ piece }) => piece)}::int[],
        ${chapters.map(({ needsText }) => needsText)}::boolean[]) with ordinality as i (id, piece, needs_text, place)
    join chapters c on c.id = i.id join ${countedStories} s on s.id = c.story_id join users u on u.id = s.author_id
    left join search_pieces p on i.needs_text and p.story_id = s.id and p.chapter_id = c.id and p.piece = i.piece and p.version = c.version
    where ${visible.chapter} order by i.place`.execute(db);
  return rows;
};

/** Those of these people who are still shown to others, in their order. */
export const findPeoplePage = async (
  db: Db,
  viewerId: string | null,
  ids: string[],
): Promise<PersonRow[]> => {
  const isFollowing =
    viewerId === null
      ? sql`false`
      : sql`exists (select from follows f where f.follower_id = ${viewerId} and f.followed_id = u.id)`;
  const { rows } = await sql<PersonRow>`
    select u.id, u.username, u.display_name, u.avatar, u.bio, u.followers_count, ${isFollowing} as is_following
    from unnest(${ids}::uuid[]) with ordinality as i (id, place) join users u on u.id = i.id
    where u.deletion_due_at is null and u.suspended_at is null order by i.place`.execute(db);
  return rows;
};

export interface StoryName {
  id: string;
  title: string;
  language: string;
  cover_image: string | null;
  author: string;
}

/** What quick results show of stories, in their order. */
export const findStoryNames = async (db: Db, viewer: ListViewer, ids: string[]): Promise<StoryName[]> => {
  const { rows } = await sql<StoryName>`
    select s.id, s.title, s.language, s.cover_image, coalesce(nullif(u.display_name, ''), u.username) as author
    from unnest(${ids}::uuid[]) with ordinality as i (id, place) join stories s on s.id = i.id
    join users u on u.id = s.author_id where ${isShownTo(viewer)} order by i.place`.execute(db);
  return rows;
};
