import { rewardEarned } from '@inkling/contract/rewards';
import { hour } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import { afterCommit, type Db } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { defineListener, type Listener, on, together } from '../../platform/events/listener.ts';
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
import { payAll } from './ledger.queries.ts';
import { actionCounted } from './rewards.events.ts';

/** What finishing a chapter pays, for so many chapters of a day. */
const chapterInk = { amount: 2, perDay: 50 };

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

/** Counts what people did, once; nothing for what is their own. */
async function count(ctx: AppContext, tx: Db, dids: readonly actions.Did[]): Promise<void> {
  const earning = await actions.listEarning(tx, dids);
  const counting = earning.flatMap((person) => {
    const did = dids[person.index];
    if (did === undefined) return [];
    if (person.is_own && did.action !== 'publish_chapter' && did.action !== 'post') return [];
    return { ...did, day: dayIn(zoneOfDays(person, did.at), did.at) };
  });
  if (counting.length === 0) return;
  const added = await actions.addActions(tx, counting);
  await payChapters(
    ctx,
    tx,
    added.filter(({ action }) => action === 'finish_chapter'),
  );
  await emitCounted(ctx, tx, added);
}

/** Pays chapters that are counted now, the first ones of each day. */
async function payChapters(ctx: AppContext, tx: Db, finished: readonly actions.Counted[]) {
  if (finished.length === 0) return;
  const dayOf = (one: Pick<actions.Counted, 'user_id' | 'day'>) => `${one.user_id} ${one.day}`;
  const counted = new Map(
    (await actions.countChapters(tx, finished)).map((row) => [dayOf(row), row.chapters]),
  );
  const paid = finished.toReversed().filter((one) => {
    const chapters = counted.get(dayOf(one)) ?? 0;
    counted.set(dayOf(one), chapters - 1);
    return chapters <= chapterInk.perDay;
  });
  await payAll(
    tx,
    paid.map((one) => ({
      ...{ userId: one.user_id, at: one.at, currency: 'ink', amount: chapterInk.amount },
      ...{ reason: 'Finished a chapter', source: `chapter:${one.subject_id}` },
    })),
  );
  const text = `+${chapterInk.amount} ink for finishing a chapter`;
  for (const { user_id: userId, at } of paid.toReversed())
    publishEarned(ctx, tx, userId, { text, link: '/rewards', at });
}

const emitCounted = (ctx: AppContext, tx: Db, counted: readonly Omit<actions.Counted, 'action' | 'at'>[]) =>
  emit(
    ctx,
    tx,
    actionCounted,
    ...counted.map(({ user_id: userId, day, subject_id: subjectId, is_removed: isRemoved }) => {
      return { userId, day, subjectId, isRemoved };
    }),
  );

/** Counts what people do from the first start on, and pays for it (docs/product/rewards.md#what-counts). */
export function rewardListener(ctx: AppContext): Listener {
  const countAll = together<actions.Did>((dids, tx) => count(ctx, tx, dids));
  const did = (tx: Db, action: actions.CountedAction, at: Date, of: Omit<actions.Did, 'action' | 'at'>) =>
    countAll({ ...of, action, at }, tx);
  /** The chapters of an author that everyone may read now: all of a story, or one. */
  const published = async (tx: Db, storyId: string, chapterId: string | null, at: Date) => {
    for (const { id, author_id: userId } of await actions.listPublished(tx, storyId, chapterId))
      await did(tx, 'publish_chapter', at, { userId, subjectId: id, thingId: id });
  };
  return defineListener(
    'rewards',
    [
      on(chapterFinished, ({ payload: { readerId, chapterId }, createdAt }, tx) =>
        did(tx, 'finish_chapter', createdAt, { userId: readerId, subjectId: chapterId }),
      ),
      on(commentAdded, ({ payload: { writerId, commentId, subjectId }, createdAt }, tx) =>
        did(tx, 'comment', createdAt, { userId: writerId, subjectId, thingId: commentId }),
      ),
      on(annotationCreated, ({ payload: { annotationId, readerId, chapterId }, createdAt }, tx) =>
        did(tx, 'highlight', createdAt, { userId: readerId, subjectId: chapterId, annotationId }),
      ),
      on(storyLiked, ({ payload: { likerId, storyId }, createdAt }, tx) =>
        did(tx, 'like', createdAt, { userId: likerId, subjectId: storyId }),
      ),
      on(reactionAdded, ({ payload: { readerId, subjectId }, createdAt }, tx) =>
        did(tx, 'react', createdAt, { userId: readerId, subjectId }),
      ),
      on(ratingSaved, ({ payload: { raterId, storyId }, createdAt }, tx) =>
        did(tx, 'rate', createdAt, { userId: raterId, subjectId: storyId }),
      ),
      on(libraryAdded, ({ payload: { readerId, storyId }, createdAt }, tx) =>
        did(tx, 'save', createdAt, { userId: readerId, subjectId: storyId }),
      ),
      on(storyFollowed, ({ payload: { followerId, storyId }, createdAt }, tx) =>
        did(tx, 'follow', createdAt, { userId: followerId, subjectId: storyId }),
      ),
      on(personFollowed, ({ payload: { followerId, followedId }, createdAt }, tx) =>
        did(tx, 'follow', createdAt, { userId: followerId, subjectId: followedId, thingId: followedId }),
      ),
      on(postAdded, ({ payload: { writerId, postId }, createdAt }, tx) =>
        did(tx, 'post', createdAt, { userId: writerId, subjectId: postId, thingId: postId }),
      ),
      on(chapterPublished, ({ payload: { storyId, chapterId }, createdAt }, tx) =>
        published(tx, storyId, chapterId, createdAt),
      ),
      on(storyPublished, ({ payload: { storyId }, createdAt }, tx) =>
        published(tx, storyId, null, createdAt),
      ),
      on(measureChanged, async ({ payload: { measureId } }, tx) => {
        const measure = await findMeasure(tx, measureId);
        if (measure?.kind !== 'remove' || measure.subject_kind === null || measure.subject_id === null)
          return;
        const subject = { kind: measure.subject_kind, id: measure.subject_id };
        await emitCounted(ctx, tx, await actions.refreshRemoved(tx, subject));
      }),
    ],
    { startAt: 'now' },
  );
}
