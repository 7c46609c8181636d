import { allRows, type Db, type RawBuilder, sql, type TableRow } from '../../platform/db/db.ts';
import { countedStories, isPublicStory, isReadableBy, isShownTo, type ListViewer } from '../stories/index.ts';
import type { AuthorRow } from '../users/index.ts';

/** A story that lists show to the viewer. */
export interface TitledStory {
  id: string;
  title: string;
  language: string;
  cover_image: string | null;
  views: number;
  author: AuthorRow;
  /** Whether the viewer's library has it, in any of its lists. */
  in_library: boolean;
}

/** How many stories of one title are looked at, the oldest first. */
const perTitle = 50;

/**
 * The stories of each title, without regard to case, accents and punctuation. Found by the index on `words_key`, so the
 * cost depends on the number of titles and of stories that have them.
 */
export const findByTitles = async (
  db: Db,
  viewer: NonNullable<ListViewer>,
  titles: string[],
): Promise<Map<string, TitledStory[]>> => {
  const rows = await allRows<TitledStory & { places: number[] }>(db)`
    select wanted.places, found.* from (
      select words_key(title) as key, array_agg(place::int) as places
      from unnest(${titles}::text[]) with ordinality as t (title, place) group by 1) wanted
    cross join lateral (
      select s.id, s.title, s.language, s.cover_image, s.views, json_build_object('id', u.id, 'username', u.username,
        'display_name', u.display_name, 'avatar', u.avatar) as author,
        exists (select from library_entries e where e.user_id = ${viewer.id} and e.story_id = s.id
          and (e.status <> 'none' or e.is_bookmarked)) as in_library
      from ${countedStories} s join users u on u.id = s.author_id
      where words_key(s.title) = wanted.key and ${isShownTo(viewer)}
      order by s.id limit ${sql.lit(perTitle)}) found`;
  const found = new Map<string, TitledStory[]>();
  for (const { places, ...story } of rows) {
    for (const place of places) {
      const title = titles[place - 1];
      if (title === undefined) continue;
      const stories = found.get(title);
      if (stories === undefined) found.set(title, [story]);
      else stories.push(story);
    }
  }
  return found;
};

/** A story in an exported list; title and author are null while the person may not open it. */
interface ExportedStory {
  story_id: string;
  title: string | null;
  author: string | null;
}

/** Title and author of the story `s`, and of its author `u`, as far as the person may open it. */
const storyColumns = (userId: string) => sql`
  case when ${isReadableBy(userId)} then s.title end as title,
  case when ${isReadableBy(userId)} then coalesce(nullif(u.display_name, ''), u.username) end as author`;

export type ExportedEntry = ExportedStory &
  Pick<
    TableRow<'library_entries'>,
    'status' | 'progress' | 'is_bookmarked' | 'last_read_at' | 'created_at' | 'note'
  >;

/** A person's library in the order of its list, without what no list shows. */
export const exportedEntries = (userId: string): RawBuilder<ExportedEntry> => sql<ExportedEntry>`
  select e.story_id, ${storyColumns(userId)}, e.status, e.progress, e.is_bookmarked, e.last_read_at, e.created_at, e.note
  from library_entries e left join stories s on s.id = e.story_id left join users u on u.id = s.author_id
  where e.user_id = ${userId} and (e.status <> 'none' or e.is_bookmarked)
    and (${isPublicStory()} is true or s.author_id is distinct from e.user_id)
  order by coalesce(e.last_read_at, e.bookmarked_at, e.created_at) desc, e.id desc`;

export interface ExportedCollectionStory extends Omit<ExportedStory, 'story_id'> {
  name: string;
  visibility: string;
  /** Null for a collection without stories. */
  story_id: string | null;
  added_at: Date | null;
}

/** The stories of a person's own collections, in their order. */
export const exportedCollections = (userId: string): RawBuilder<ExportedCollectionStory> =>
  sql<ExportedCollectionStory>`
  select c.name, c.visibility, cs.story_id, cs.added_at, ${storyColumns(userId)}
  from collections c left join collection_stories cs on cs.collection_id = c.id
  left join stories s on s.id = cs.story_id left join users u on u.id = s.author_id
  where c.owner_id = ${userId}
  order by c.id, cs.rank`;

export type ExportedRating = ExportedStory &
  Pick<TableRow<'ratings'>, 'rating' | 'review' | 'is_spoiler' | 'helpful' | 'created_at'>;

/** A person's ratings and reviews, the latest first. */
export const exportedRatings = (userId: string): RawBuilder<ExportedRating> => sql<ExportedRating>`
  select r.story_id, ${storyColumns(userId)}, r.rating, r.review, r.is_spoiler, r.helpful, r.created_at
  from ratings r left join stories s on s.id = r.story_id left join users u on u.id = s.author_id
  where r.user_id = ${userId}
  order by r.created_at desc, r.id desc`;
