import { sql } from '../../platform/db/db.ts';
import { type PersonalPart, untilRemoved } from '../../platform/personal-data.ts';
import { isHiddenFrom } from '../users/index.ts';
import { removeRatingsOf } from './rating-scores.queries.ts';
import './ratings.table.ts';

/** Titles only of stories that the person may still see. */
const story = sql`json_build_object('id', s.id,
  'title', case when s.is_published and s.deleted_at is null then s.title end)`;

/** A person's ratings and reviews, the reviews that they marked as helpful, and their replies to reviews. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'people',
      what: 'Your ratings and reviews, your replies to reviews, and the reviews you found helpful',
      why: 'To help others choose what to read.',
      seenBy:
        'Everyone who can see the story sees your reviews and replies. Ratings without a review and helpful marks are only counted.',
      until: untilRemoved,
      columns: ['ratings.user_id', 'review_votes.user_id'],
    },
  ],
  lists: (userId) => ({
    'ratings.json': sql`select ${story} as story, r.rating, r.review, r.is_spoiler as "isSpoiler", r.progress, r.helpful,
          case when not ${isHiddenFrom(userId, sql`s.author_id`)} then r.reply end as reply, r.replied_at as "repliedAt", r.written_at as "writtenAt", r.edited_at as "editedAt",
          r.created_at as "createdAt", r.updated_at as "updatedAt"
        from ratings r join stories s on s.id = r.story_id where r.user_id = ${userId} order by r.id`,
    'helpful-reviews.json': sql`select ${story} as story, v.rating_id as review, v.created_at as since
        from review_votes v join stories s on s.id = v.story_id where v.user_id = ${userId}
        order by v.created_at, v.rating_id`,
    'review-replies.json': sql`select ${story} as story, r.id as review, r.reply, r.replied_at as "repliedAt"
        from ratings r join stories s on s.id = r.story_id
        where s.author_id = ${userId} and r.reply is not null order by r.story_id, r.user_id`,
  }),
  async forget() {},
  async withdraw(tx, userId) {
    await removeRatingsOf(tx, userId);
  },
};
