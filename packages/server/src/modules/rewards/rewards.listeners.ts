import { rewardEarned } from '@inkling/contract/rewards';
import { hour } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import { afterCommit, type Db } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { personRoom } from '../../platform/live/live-publisher.ts';
import { annotationCreated } from '../annotations/index.ts';
import { chapterPublished } from '../chapters/index.ts';
import { commentAdded } from '../comments/index.ts';
import { postAdded } from '../communities/index.ts';
import { chapterFinished, libraryAdded } from '../library/index.ts';
import { findMeasure, measureChanged } from '../measures/index.ts';
import { ratingSaved } from '../ratings/index.ts';
import { reactionAdded } from '../reactions/index.ts';
import { storyLiked, storyPublished } from '../stories/index.ts';
import { storyFollowed } from '../story-follows/index.ts';
import { personFollowed, zoneOfDays } from '../users/index.ts';
import * as actions from './actions.queries.ts';
import { pay } from './ledger.queries.ts';
import { actionCounted } from './rewards.events.ts';

/** What finishing a chapter pays, for so many chapters of a day. */
const chapterInk = { amount: 2, perDay: 50 };

interface Did {
  userId: string;
  action: actions.CountedAction;
  subjectId: string;
  /** What a removal by the team takes back, or the person who was followed. */
  thingId?: string | null;
}

/** What was earned by older events, which are replayed, is no news. */
const newsFor = hour;

/** Publishes to a person's open pages what was earned by an event of a time, once it is committed. */
export function publishEarned(
  ctx: AppContext,
  tx: Db,
  userId: string,
  { text, link, at }: { text: string; link: string; at: Date },
): void {
  if (ctx.clock.now().getTime() - at.getTime() > newsFor) return;
  afterCommit(tx, () => ctx.live.publish(personRoom(userId), rewardEarned, { text, link }));
}

/** Counts what a person did, once; nothing for what is their own. */
async function count(
  ctx: AppContext,
  tx: Db,
  { userId, action, subjectId, thingId = null }: Did,
  at: Date,
): Promise<void> {
  const person = await actions.findEarning(tx, userId, subjectId, at);
  if (person === undefined) return;
  if (person.is_own && action !== 'publish_chapter' && action !== 'post') return;
  const day = dayIn(zoneOfDays(person, at), at);
  const added = await actions.addAction(tx, { userId, action, subjectId, thingId, day, at });
  if (added === undefined) return;
  if (action === 'finish_chapter' && (await actions.countChapters(tx, userId, day)) <= chapterInk.perDay) {
    const source = `chapter:${subjectId}`;
    const payment = {
      currency: 'ink',
      amount: chapterInk.amount,
      reason: 'Finished a chapter',
      source,
    } as const;
    await pay(tx, userId, [payment], at);
    const text = `+${chapterInk.amount} ink for finishing a chapter`;
    publishEarned(ctx, tx, userId, { text, link: '/rewards', at });
  }
  await emit(ctx, tx, actionCounted, { userId, day, subjectId, isRemoved: added.is_removed });
}

/** Counts the chapters of an author that everyone may read now: all of a story, or one. */
async function countPublished(ctx: AppContext, tx: Db, storyId: string, chapterId: string | null, at: Date) {
  const chapters = await actions.listPublished(tx, storyId, chapterId);
  for (const { id, author_id: userId } of chapters)
    await count(ctx, tx, { userId, action: 'publish_chapter', subjectId: id, thingId: id }, at);
}

/** Counts what people do from the first start on, and pays for it (docs/product/rewards.md#what-counts). */
export const rewardListener = (ctx: AppContext): Listener =>
  defineListener(
    'rewards',
    [
      on(chapterFinished, async ({ payload: { readerId, chapterId }, createdAt }, tx) => {
        await count(ctx, tx, { userId: readerId, action: 'finish_chapter', subjectId: chapterId }, createdAt);
      }),
      on(commentAdded, async ({ payload: { writerId, commentId, subjectId }, createdAt }, tx) => {
        const did: Did = { userId: writerId, action: 'comment', subjectId, thingId: commentId };
        await count(ctx, tx, did, createdAt);
      }),
      on(annotationCreated, async ({ payload: { annotationId, readerId, chapterId }, createdAt }, tx) => {
        if (await actions.isBookmark(tx, annotationId)) return;
        await count(ctx, tx, { userId: readerId, action: 'highlight', subjectId: chapterId }, createdAt);
      }),
      on(storyLiked, async ({ payload: { likerId, storyId }, createdAt }, tx) => {
        await count(ctx, tx, { userId: likerId, action: 'like', subjectId: storyId }, createdAt);
      }),
      on(reactionAdded, async ({ payload: { readerId, subjectId }, createdAt }, tx) => {
        await count(ctx, tx, { userId: readerId, action: 'react', subjectId }, createdAt);
      }),
      on(ratingSaved, async ({ payload: { raterId, storyId }, createdAt }, tx) => {
        const thingId = await actions.findReviewId(tx, raterId, storyId);
        const did: Did = { userId: raterId, action: 'rate', subjectId: storyId, thingId };
        await count(ctx, tx, did, createdAt);
      }),
      on(libraryAdded, async ({ payload: { readerId, storyId }, createdAt }, tx) => {
        await count(ctx, tx, { userId: readerId, action: 'save', subjectId: storyId }, createdAt);
      }),
      on(storyFollowed, async ({ payload: { followerId, storyId }, createdAt }, tx) => {
        await count(ctx, tx, { userId: followerId, action: 'follow', subjectId: storyId }, createdAt);
      }),
      on(personFollowed, async ({ payload: { followerId, followedId }, createdAt }, tx) => {
        const did: Did = { userId: followerId, action: 'follow', subjectId: followedId, thingId: followedId };
        await count(ctx, tx, did, createdAt);
      }),
      on(postAdded, async ({ payload: { writerId, postId }, createdAt }, tx) => {
        await count(
          ctx,
          tx,
          { userId: writerId, action: 'post', subjectId: postId, thingId: postId },
          createdAt,
        );
      }),
      on(chapterPublished, ({ payload: { storyId, chapterId }, createdAt }, tx) =>
        countPublished(ctx, tx, storyId, chapterId, createdAt),
      ),
      on(storyPublished, ({ payload: { storyId }, createdAt }, tx) =>
        countPublished(ctx, tx, storyId, null, createdAt),
      ),
      on(measureChanged, async ({ payload: { measureId } }, tx) => {
        const measure = await findMeasure(tx, measureId);
        if (measure?.kind !== 'remove' || measure.subject_kind === null || measure.subject_id === null)
          return;
        const subject = { kind: measure.subject_kind, id: measure.subject_id };
        for (const changed of await actions.refreshRemoved(tx, subject)) {
          const { user_id: userId, day, subject_id: subjectId, is_removed: isRemoved } = changed;
          await emit(ctx, tx, actionCounted, { userId, day, subjectId, isRemoved });
        }
      }),
    ],
    { startAt: 'now' },
  );
