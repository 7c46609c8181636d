import { firstRow, sql } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import type { ReportableKind, ReportedThing } from '../../platform/reportable.ts';
import { isReadableBy } from '../stories/index.ts';
import { ratingSaved } from './ratings.events.ts';
import { isListedReviewer } from './ratings.policy.queries.ts';
import { setReply, takeDownReview } from './ratings.queries.ts';

/** How a reported text of a rating is found. */
const findPart =
  (part: 'review' | 'reply', person: 'r.user_id' | 's.author_id', title: string): ReportableKind['find'] =>
  (_ctx, db, id, viewerId) =>
    firstRow<ReportedThing>(db)`
      select ${sql.ref(person)} as "personId", ${sql.ref(`r.${part}`)} as text, null as image, s.title as context,
        ${title}::text as title, '/story/' || s.id || '?review=' || r.id as link, null as "communityId"
      from ratings r join stories s on s.id = r.story_id join users u on u.id = r.user_id
      where r.id = ${id} and ${sql.ref(`r.${part}`)} is not null
        and ${viewerId === null ? sql`true` : sql`${isReadableBy(viewerId)} and ${isListedReviewer()}`}`;

/** The texts of ratings; the stars of a removed one still count. */
export const reportableReview: ReportableKind = {
  kind: 'review',
  name: 'Review',
  find: findPart('review', 'r.user_id', 'A review'),
  remove: async (ctx, tx, id) => ((await takeDownReview(tx, id, ctx.clock.now())) ? {} : null),
  restore: async (_ctx, tx, id) => void (await takeDownReview(tx, id, null)),
  async announce(ctx, tx, id, isUnseen) {
    const review = await firstRow<{ storyId: string; raterId: string; rating: number }>(tx)`
      select story_id as "storyId", user_id as "raterId", rating from ratings
      where id = ${id} and review is not null and taken_down_at is null`;
    if (review !== undefined && isUnseen)
      await emit(ctx, tx, ratingSaved, { ...review, hasReview: true, isNew: false });
  },
};

/** Authors' replies to reviews, under the id of the review; a removed one is taken away. */
export const reportableReply: ReportableKind = {
  kind: 'reply',
  name: 'Reply',
  find: findPart('reply', 's.author_id', 'A reply to a review'),
  async remove(ctx, tx, id) {
    const found = await firstRow<{ reply: string }>(tx)`
      select reply from ratings where id = ${id} and reply is not null for no key update`;
    return found !== undefined && (await setReply(tx, id, null, ctx.clock.now())) ? found : null;
  },
  async restore(ctx, tx, id, { reply }) {
    const isFree = await firstRow(tx)`
      select from ratings where id = ${id} and review is not null and reply is null for no key update`;
    if (isFree !== undefined && typeof reply === 'string') await setReply(tx, id, reply, ctx.clock.now());
  },
};
