import { countRows, type Db, hasRows, sql } from '../../platform/db/db.ts';
import { type Fact, insertFact } from '../../platform/events/outbox.queries.ts';
import { type PersonalPart, untilRemoved } from '../../platform/personal-data.ts';
import { isHiddenFrom } from '../users/index.ts';
import { countChange, removeRatingsOf } from './rating-scores.queries.ts';
import { progressOf } from './ratings.policy.queries.ts';
import type { OwnRatingRow, RatingCounts } from './story-state.queries.ts';

/** A rating to store; `review` is null for one without a text. */
interface RatingInput {
  /** Of a new one. */
  id: string;
  storyId: string;
  userId: string;
  rating: number;
  review: string | null;
  isSpoiler: boolean;
  now: Date;
}

/** Locks a person's account, so that only one transaction changes their ratings; false unless they may rate. */
export const lockRater = (tx: Db, userId: string): Promise<boolean> =>
  hasRows(tx)`
    select from users where id = ${userId} and deletion_due_at is null and suspended_at is null
    for no key update`;

/** Locks a review, so that nothing else changes it or its votes. */
export const lockReview = (tx: Db, id: string) =>
  sql`select from ratings where id = ${id} for no key update`.execute(tx);

/** How many ratings a person has, counted up to `max`. */
export const countRatings = (tx: Db, userId: string, max: number): Promise<number> =>
  countRows(tx, sql`from (select from ratings where user_id = ${userId} limit ${max}) r`);

/**
 * Stores a rating, counts it and emits `fact`; undefined if nothing has changed. The date of the review, its votes and
 * reply stay as long as it has a text.
 */
export const saveRating = (
  tx: Db,
  input: RatingInput,
  fact: Fact,
): Promise<(OwnRatingRow & RatingCounts) | undefined> => {
  const { id, storyId, userId, rating, review, isSpoiler, now } = input;
  const saved = sql<OwnRatingRow>`
    insert into ratings as r (id, story_id, user_id, rating, review, is_spoiler, progress, written_at, created_at, updated_at)
    select ${id}::uuid, s.id, ${userId}::uuid, ${rating}::smallint, ${review}::text, ${isSpoiler}::boolean,
      ${progressOf(sql`${userId}::uuid`)}, case when ${review}::text is not null then ${now}::timestamptz end,
      ${now}::timestamptz, ${now}::timestamptz
    from stories s where s.id = ${storyId}
    on conflict (story_id, user_id) do update set
      rating = excluded.rating, review = excluded.review, is_spoiler = excluded.is_spoiler,
      progress = case when r.review is distinct from excluded.review then excluded.progress else r.progress end,
      written_at = case when excluded.review is null then null else coalesce(r.written_at, excluded.written_at) end,
      edited_at = case
        when excluded.review is null or r.review is null then null
        when (r.review, r.rating) is distinct from (excluded.review, excluded.rating) then excluded.updated_at
        else r.edited_at end,
      helpful = case when excluded.review is null then 0 else r.helpful end,
      reply = case when excluded.review is not null then r.reply end,
      replied_at = case when excluded.review is not null then r.replied_at end,
      updated_at = excluded.updated_at
    where (r.rating, r.review, r.is_spoiler) is distinct from (excluded.rating, excluded.review, excluded.is_spoiler)
    returning r.id, r.rating, r.review, r.is_spoiler, r.updated_at, false as is_held, old.rating as old_rating, old.review as old_review`;
  return countChange(tx, storyId, saved, insertFact(fact, sql`changed`, now));
};

/** Removes the votes for a person's review of a story; its text goes with them. */
export const removeVotesOf = (tx: Db, storyId: string, userId: string) =>
  sql`
    delete from review_votes where rating_id in (
      select id from ratings where story_id = ${storyId} and user_id = ${userId})`.execute(tx);

/** Deletes a rating and counts that; undefined if there is none. */
export const deleteRating = (tx: Db, storyId: string, userId: string): Promise<RatingCounts | undefined> =>
  countChange(
    tx,
    storyId,
    sql`delete from ratings where story_id = ${storyId} and user_id = ${userId}
      returning null::int as rating, null::text as review, rating as old_rating, review as old_review`,
  );

/** Adds a person's vote for a review, or removes it. One statement changes the counter too, so they cannot diverge. */
export const setVote = (
  tx: Db,
  { id, story_id }: { id: string; story_id: string },
  userId: string,
  isHelpful: boolean,
  now: Date,
) =>
  sql`
    with vote as (${
      isHelpful
        ? sql`insert into review_votes (story_id, user_id, rating_id, created_at)
            values (${story_id}, ${userId}, ${id}, ${now}) on conflict do nothing returning rating_id`
        : sql`delete from review_votes
            where story_id = ${story_id} and user_id = ${userId} and rating_id = ${id} returning rating_id`
    })
    update ratings set helpful = helpful + ${sql.lit(isHelpful ? 1 : -1)}
    where id in (select rating_id from vote)`.execute(tx);

/** Takes a review down, or with null no longer; false if it was so before, or has no text. */
export const takeDownReview = (tx: Db, id: string, since: Date | null): Promise<boolean> =>
  hasRows(tx)`
    update ratings set taken_down_at = ${since}
    where id = ${id} and (review is not null or ${since}::timestamptz is null)
      and (taken_down_at is null) <> ${since === null} returning id`;

/** Sets the author's reply, or removes it with null; the date changes only with the text. */
export const setReply = (tx: Db, id: string, reply: string | null, now: Date): Promise<boolean> =>
  hasRows(tx)`
    update ratings set reply = ${reply}::text,
      replied_at = case when ${reply}::text is null then null when reply = ${reply}::text then replied_at
        else ${now}::timestamptz end
    where id = ${id} and (reply is not null or ${reply}::text is not null)`;

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
  async withdraw(tx, userId) {
    await removeRatingsOf(tx, userId);
  },
};
