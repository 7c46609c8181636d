import { sql } from '../../platform/db/db.ts';
import { type PersonalPart, untilRemoved } from '../../platform/personal-data.ts';
import { isPublicStory } from '../stories/index.ts';
import { listFollowedOf, recountFollows, withdrawFollows } from './story-follows.queries.ts';
import { eraseFollowsOf } from './story-follows.service.ts';

/** The stories and series that a person follows; titles only of what they may still see. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'people',
      what: 'The stories and series you follow',
      why: 'To tell you about their new chapters and stories.',
      seenBy: 'Only you. Others see the number of followers.',
      until: untilRemoved,
      columns: ['story_follows.follower_id', 'series_follows.follower_id'],
    },
  ],
  lists: (userId) => ({
    'followed-stories.json': sql`
      select f.story_id as id, case when ${isPublicStory()} then s.title end as title, f.created_at as since
      from story_follows f join stories s on s.id = f.story_id
      where f.follower_id = ${userId} order by f.created_at, f.story_id`,
    'followed-series.json': sql`
      select f.series_id as id, f.followed_stories as stories, f.created_at as since
      from series_follows f where f.follower_id = ${userId} order by f.created_at, f.series_id`,
  }),
  async forget(ctx, tx, { id }) {
    // By a job: their followers' rows must not be locked until the deletion ends.
    await eraseFollowsOf(ctx, tx, await listFollowedOf(tx, id));
  },
  recount: recountFollows,
  async withdraw(tx, userId) {
    await withdrawFollows(tx, userId);
  },
};
