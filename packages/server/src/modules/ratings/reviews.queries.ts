import type { ReviewOfPerson, ReviewSort } from '@inkling/contract/ratings';
import type { Author } from '@inkling/contract/users';
import { allRows, countRows, type Db, firstRow, isoTime, sql, type TableRow } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import type { ReportableKind, ReportedThing } from '../../platform/reportable.ts';
import { isReadableBy, isShownTo, type ListViewer } from '../stories/index.ts';
import { authorJson, isHiddenFrom } from '../users/index.ts';
import { ratingSaved } from './ratings.events.ts';
import { isListedReviewer } from './ratings.policy.queries.ts';
import { setReply, takeDownReview } from './ratings.queries.ts';

export interface ReviewRow
  extends Omit<TableRow<'ratings'>, 'review' | 'written_at' | 'created_at' | 'updated_at' | 'taken_down_at'> {
  user: Author;
  review: string;
  written_at: Date;
}

/** Each matches an index of the story's reviews. */
const orders: Record<ReviewSort, ReturnType<typeof sql>> = {
  newest: sql`r.written_at desc, r.id desc`,
  highest: sql`r.rating desc, r.written_at desc, r.id desc`,
  lowest: sql`r.rating, r.written_at desc, r.id desc`,
  helpful: sql`r.helpful desc, r.written_at desc, r.id desc`,
};

/** The columns of a review `r` and its writer `u`. */
export const reviewColumns = sql`
  r.id, r.story_id, r.user_id, r.rating, r.review, r.is_spoiler, r.progress, r.helpful, r.written_at, r.edited_at,
  r.reply, r.replied_at,
  ${authorJson('u')} as user`;

/** One page of a story's listed reviews; their texts are loaded only for the page. */
export const listReviews = (
  db: Db,
  storyId: string,
  { sort, page, limit }: { sort: ReviewSort; page: number; limit: number },
): Promise<ReviewRow[]> =>
  allRows<ReviewRow>(db)`
    with page as (
      select r.story_id, r.user_id from ratings r join users u on u.id = r.user_id
      where r.story_id = ${storyId} and r.review is not null and ${isListedReviewer()}
      order by ${orders[sort]} limit ${limit} offset ${(page - 1) * limit})
    select ${reviewColumns} from page
    join ratings r on r.story_id = page.story_id and r.user_id = page.user_id join users u on u.id = r.user_id
    order by ${orders[sort]}`;

/** A page of a person's listed reviews of stories that lists show to the viewer, newest first; spoilers without their text for others. */
export const listWrittenBy = async (
  db: Db,
  personId: string,
  viewer: ListViewer,
  { page, limit }: { page: number; limit: number },
) => {
  const viewerId = viewer?.id ?? null;
  const which = sql`
    from ratings r join users u on u.id = r.user_id join stories s on s.id = r.story_id
    where r.user_id = ${personId} and r.review is not null and ${isListedReviewer()} and ${isShownTo(viewer)}
      and not ${isHiddenFrom(viewerId, sql`u.id`)}`;
  const [rows, total] = await Promise.all([
    allRows<ReviewOfPerson>(db)`
      select r.id as "_id", r.rating, case when not r.is_spoiler or u.id = ${viewerId}::uuid then r.review end as review,
        r.is_spoiler as "isSpoiler", ${isoTime('r.written_at')} as "createdAt",
        json_build_object('_id', s.id, 'title', s.title) as story
      ${which} order by r.written_at desc, r.id desc limit ${limit} offset ${(page - 1) * limit}`,
    countRows(db, which),
  ]);
  return { rows, total };
};

/** A review with its text, if it is listed or the viewer's own, and not hidden from them. */
export const findReview = (db: Db, id: string, viewerId: string | null): Promise<ReviewRow | undefined> =>
  firstRow<ReviewRow>(db)`
    select ${reviewColumns} from ratings r join users u on u.id = r.user_id
    where r.id = ${id} and r.review is not null and (${isListedReviewer()} or u.id = ${viewerId}::uuid)
      and not ${isHiddenFrom(viewerId, sql`u.id`)}`;

/** Which of these reviews a person has marked as helpful. */
export const findVotes = async (
  db: Db,
  storyId: string,
  userId: string,
  ids: string[],
): Promise<Set<string>> => {
  const { rows } = await sql<{ rating_id: string }>`
    select rating_id from review_votes
    where story_id = ${storyId} and user_id = ${userId} and rating_id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ rating_id }) => rating_id));
};

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
