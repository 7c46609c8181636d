import { sql } from '../../platform/db/db.ts';
import './stories.table.ts';

/**
 * Stories with their views, likes and ratings, in place of the table `stories`. What selects from it is planned as a join
 * of the tables that hold the counts.
 */
export const countedStories = sql`(
  select s.*, counts.views, counts.likes, coalesce(rated.ratings, 0) as ratings,
    coalesce(rated.rating_sum, 0) as rating_sum, rated.score as rating_score
  from stories s join story_counts counts on counts.story_id = s.id
  left join story_ratings rated on rated.story_id = s.id)`;
