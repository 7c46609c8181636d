import { type Db, execute, sql, transaction } from '../../platform/db/db.ts';
import '../genres/index.ts';
import { countedStories, isPublicStory } from '../stories/index.ts';

/** Stories stored for a genre. */
const storiesPerGenre = 200;

/**
 * The share of viewers who like a story, smoothed towards 2 % while views are few, times the logarithm of its views, times its
 * rating (docs/product/recommendations.md#quality). The story's alias is `s`.
 */
const quality = sql`
  (s.likes + 1.0::double precision) / (s.views + 50) * ln(10 + s.views) * coalesce(s.rating_score, 3) / 3`;

/** Computes the best stories of each genre again: one pass over all stories, in the background. */
export const updateGenreRankings = (db: Db): Promise<void> =>
  transaction(db, async (tx) => {
    await execute(tx)`
      with best as materialized (
        select genre_id, story_id, quality from (
          select g.genre_id, s.id as story_id, ${quality} as quality,
            row_number() over (partition by g.genre_id order by ${quality} desc, s.id desc) as place
          from ${countedStories} s join story_genres g on g.story_id = s.id
          where ${isPublicStory()} and s.published_chapters > 0) ranked
        where place <= ${storiesPerGenre}),
      gone as (
        delete from genre_rankings k
        where not exists (select from best b where b.genre_id = k.genre_id and b.story_id = k.story_id) returning 1),
      saved as (
        insert into genre_rankings as k (genre_id, story_id, quality)
        select genre_id, story_id, quality from best
        on conflict (genre_id, story_id) do update set quality = excluded.quality
          where k.quality <> excluded.quality returning 1)
      update recommendation_state set revision = revision + 1 where exists (select from saved) or exists (select from gone)`;
  });
