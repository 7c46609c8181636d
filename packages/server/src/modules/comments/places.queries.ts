import { type Db, sql } from '../../platform/db/db.ts';
import { inInputOrder } from '../../platform/db/loader.ts';
import { visibleTo } from '../chapters/index.ts';
import './comments.table.ts';

/** A story or, if `chapterId` is not null, a chapter that is commented on, and the viewer. With `storyId` null, the story is that of the chapter. */
export interface PlaceLookup {
  storyId: string | null;
  chapterId: string | null;
  viewerId: string | null;
}

/** A story or chapter as its comments need it: access, revision, counts, and how the viewer relates to them. */
export interface PlaceState {
  story_id: string;
  chapter_id: string | null;
  author_id: string;
  is_published: boolean;
  /** How many comments the list has, without the pinned one. */
  listed: number;
  /** Comments and replies. */
  shown: number;
  /** Of the story, on its chapters as well. */
  story_comments: number;
  revision: number;
  is_closed: boolean;
  /** Whether it is a chapter that the viewer has not reached. */
  is_ahead: boolean;
  /** Whether the viewer likes any comment of the story. */
  has_likes: boolean;
}

/**
 * The states of these places, in order; undefined for a story that is deleted or unknown, and for a chapter that is not
 * published. Whether the viewer may read the story is up to its policy.
 */
export const findPlaces = async (db: Db, lookups: PlaceLookup[]): Promise<(PlaceState | undefined)[]> => {
  const { isAhead } = visibleTo({ id: sql`a.viewer_id` }, 'link');
  const { rows } = await sql<PlaceState & { place: number }>`
    select a.place::int, s.id as story_id, c.id as chapter_id, s.author_id, s.is_published,
      coalesce(t.comments, 0) as story_comments, coalesce(n.listed, 0) as listed, coalesce(n.shown, 0) as shown,
      coalesce(n.revision, 0) as revision,
      exists (select from closed_comments x
        where x.story_id = s.id and (x.chapter_id is null or x.chapter_id = c.id)) as is_closed,
      c.id is not null and ${isAhead} as is_ahead,
      exists (select from comment_likes l where l.story_id = s.id and l.user_id = a.viewer_id) as has_likes
    from unnest(${lookups.map(({ storyId }) => storyId)}::uuid[], ${lookups.map(({ chapterId }) => chapterId)}::uuid[],
      ${lookups.map(({ viewerId }) => viewerId)}::uuid[]) with ordinality as a (story_id, chapter_id, viewer_id, place)
    left join chapters c on c.id = a.chapter_id
    join stories s on s.id = coalesce(c.story_id, a.story_id)
    left join story_comment_counts t on t.story_id = s.id
    left join comment_counts n on n.story_id = s.id and n.place_id = coalesce(c.id, s.id)
    where s.deleted_at is null
      and (a.chapter_id is null or (c.is_published and (a.story_id is null or a.story_id = s.id)))`.execute(
    db,
  );
  return inInputOrder(rows);
};

/** A published story (`chapter_id` null) or chapter, and whether its comments are closed. */
export interface ClosablePlace {
  chapter_id: string | null;
  is_closed: boolean;
}

/** A published story and its published chapters, or only one of these. */
export const listClosable = async (
  db: Db,
  storyId: string,
  chapterId: string | null,
): Promise<ClosablePlace[]> => {
  const { rows } = await sql<ClosablePlace>`
    select p.chapter_id, x.of_story or exists (
        select from closed_comments c where c.story_id = ${storyId} and c.chapter_id = p.chapter_id) as is_closed
    from stories s,
      lateral (select exists (
        select from closed_comments c where c.story_id = s.id and c.chapter_id is null) as of_story) x,
      lateral (
        select null::uuid as chapter_id where ${chapterId}::uuid is null
        union all
        select h.id from chapters h
        where h.story_id = s.id and h.is_published and h.id = coalesce(${chapterId}, h.id)) p
    where s.id = ${storyId} and s.is_published and s.deleted_at is null`.execute(db);
  return rows;
};

/** What a change is about: a story, a chapter or a comment. */
export type Target = { story: string } | { chapter: string } | { comment: string };

/** The id of the target's story, as an SQL expression. */
export const storyIdOf = (target: Target) => {
  if ('story' in target) return sql`${target.story}::uuid`;
  if ('chapter' in target) return sql`(select story_id from chapters where id = ${target.chapter})`;
  return sql`(select story_id from comments where id = ${target.comment})`;
};
