import { allRows, type Db, sql } from '../../platform/db/db.ts';
import { countedStories, isShownTo, type ListViewer } from '../stories/index.ts';
import type { AuthorRow } from '../users/index.ts';
import '../library/index.ts';

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
