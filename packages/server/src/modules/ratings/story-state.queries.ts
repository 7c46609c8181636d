import { countRows, type Db, firstRow, sql, type TableRow } from '../../platform/db/db.ts';
import { isHeld } from '../../platform/screening.queries.ts';
import { isFinished, type StoryPlace } from '../chapters/index.ts';
import { blockWith, hidesAnyone } from '../users/index.ts';
import { hasRead, isListedReviewer } from './ratings.policy.queries.ts';
import type { RatingRights } from './ratings.policy.ts';

/** A rating as its reader sees it. */
export interface OwnRatingRow extends Pick<TableRow<'ratings'>, 'id' | 'rating' | 'review' | 'is_spoiler'> {
  is_held: boolean;
  updated_at: Date | string;
}

/** The numbers of a story's ratings by stars, from one to five, and of its reviews. */
export interface RatingCounts {
  counts: number[];
  reviews: number;
}

/** What is queried for each request: access, counts, and what the viewer has rated, read and marked. */
export interface StoryState extends RatingRights, RatingCounts {
  own: OwnRatingRow | null;
  is_finished: boolean;
  caught_up_at: string | null;
  has_votes: boolean;
  /** Whether anyone's texts are hidden from the viewer. */
  hides_anyone: boolean;
  /** Whether the story has a row that counts its ratings. */
  is_counted: boolean;
}

export const placeIn = (state: StoryState | undefined): StoryPlace => ({
  isFinished: state?.is_finished ?? false,
  caughtUpAt: state?.caught_up_at == null ? null : new Date(state.caught_up_at),
});

const countColumns = sql`
  r.story_id is not null as is_counted, coalesce(r.reviews, 0) as reviews,
  case when r.story_id is null then '[0,0,0,0,0]'
    else json_build_array(r.stars_1, r.stars_2, r.stars_3, r.stars_4, r.stars_5) end as counts`;

/**
 * The state of a story for a viewer; undefined for a deleted or unknown story. What the viewer has is looked up by
 * subqueries: with a join, the planner reads all ratings of a popular story.
 */
export const findState = async (
  db: Db,
  storyId: string,
  viewerId: string | null,
): Promise<StoryState | undefined> => {
  const viewer = sql`${viewerId}::uuid`;
  return firstRow<StoryState>(db)`
    select s.author_id, s.is_published, ${countColumns},
      (select json_build_object('id', m.id, 'rating', m.rating, 'review', m.review, 'is_spoiler', m.is_spoiler,
        'is_held', m.taken_down_at is not null and ${isHeld('review', sql`m.id`)}, 'updated_at', m.updated_at)
        from ratings m where m.story_id = s.id and m.user_id = ${viewer}) as own,
      ${viewer} is not null and ${hasRead(viewer)} as has_read,
      ${viewer} is not null and ${isFinished(viewer)} as is_finished,
      (select to_json(e.caught_up_at) from library_entries e
        where e.user_id = ${viewer} and e.story_id = s.id) as caught_up_at,
      exists (select from review_votes v where v.story_id = s.id and v.user_id = ${viewer}) as has_votes,
      ${blockWith(viewerId, sql`s.author_id`)} as block, ${hidesAnyone(viewerId)} as hides_anyone
    from stories s left join story_ratings r on r.story_id = s.id
    where s.id = ${storyId} and s.deleted_at is null`;
};

/** How many of a story's reviews are not listed, because of who wrote them or since they are taken down. */
export const countUnlisted = (db: Db, storyId: string): Promise<number> =>
  countRows(
    db,
    sql`
    from (select from users u join ratings r on r.user_id = u.id
    where (u.deletion_due_at is not null or u.suspended_at is not null) and not ${isListedReviewer()}
      and r.story_id = ${storyId} and r.review is not null and r.taken_down_at is null
    union all
    select from ratings r where r.story_id = ${storyId} and r.review is not null and r.taken_down_at is not null) n`,
  );
