import { notificationLimits } from '@inkling/contract/limits';
import { notificationsChanged } from '@inkling/contract/notifications';
import { day, hour } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { afterCommit, type Db } from '../../platform/db/db.ts';
import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { personRoom } from '../../platform/live/live-publisher.ts';
import { scheduleSweep } from '../../platform/sweep.ts';
import { highlightChanged } from '../annotations/index.ts';
import { betaCommented } from '../beta-links/index.ts';
import { commentAdded, commentRemoved, mentionedPeople } from '../comments/index.ts';
import {
  banAppealed,
  banChanged,
  findNewsReaders,
  founderChanged,
  joinAnswered,
  joinRequested,
  postAdded,
  postPinned,
  postRemoved,
} from '../communities/index.ts';
import { fixApplied, fixSuggested } from '../fixes/index.ts';
import { importEnded } from '../imports/index.ts';
import { measureChanged } from '../measures/index.ts';
import { planNoticed } from '../plans/index.ts';
import { ratingSaved } from '../ratings/index.ts';
import { entryDecided, entryOpened, findReporters, findStaff, textAllowed } from '../reports/index.ts';
import { scheduleFailed } from '../schedules/index.ts';
import { findNoteReaders, storyNoteAdded } from '../story-notes/index.ts';
import { findHidden, personAdded, personFollowed, personMoved } from '../users/index.ts';
import * as queries from './notifications.queries.ts';

/** Stores notifications, and tells open pages of their recipients once they are committed. */
async function notify(
  ctx: AppContext,
  tx: Db,
  kinds: Map<string, queries.StoredKind>,
  fact: queries.NewNotification,
  again = false,
): Promise<void> {
  // An old event can be delivered again.
  if (fact.createdAt.getTime() < ctx.clock.now().getTime() - notificationLimits.days * day) return;
  const recipients = await queries.addNotifications(tx, kinds, fact, again);
  afterCommit(tx, () => {
    for (const id of recipients) ctx.live.publish(personRoom(id), notificationsChanged, {});
  });
}

/** Of a comment, the person who is replied to, those who are mentioned and the author of the story or post, each for one reason. */
async function notifyOfComment(
  ctx: AppContext,
  tx: Db,
  { commentId, writerId }: { commentId: string; writerId: string },
  createdAt: Date,
): Promise<void> {
  const comment = await queries.findComment(tx, commentId);
  if (comment === undefined) return;
  const kinds = new Map<string, queries.StoredKind>([[comment.author_id, 'comment']]);
  for (const id of await mentionedPeople(tx, comment, writerId)) kinds.set(id, 'mention');
  if (comment.replied_to !== null) kinds.set(comment.replied_to, 'reply');
  const { story_id: storyId, chapter_id: chapterId, community_id: communityId } = comment;
  const place = { storyId, chapterId, communityId };
  await notify(ctx, tx, kinds, { subjectId: commentId, ...place, actorId: writerId, createdAt });
}

/** Of a post, those whom it mentions, and members who want to know of it, each for one reason. */
async function notifyOfPost(
  ctx: AppContext,
  tx: Db,
  { postId, communityId, writerId }: { postId: string; communityId: string; writerId: string },
  createdAt: Date,
  isNew: boolean,
): Promise<void> {
  const post = await queries.findPost(tx, postId);
  if (post === undefined) return;
  const kinds = new Map<string, queries.StoredKind>();
  for (const id of await findNewsReaders(tx, postId, createdAt)) kinds.set(id, 'post');
  for (const id of await mentionedPeople(tx, post, writerId)) {
    if (isNew) kinds.set(id, 'mention');
    else kinds.delete(id);
  }
  await notify(ctx, tx, kinds, { subjectId: postId, communityId, actorId: writerId, createdAt });
}

/** The subject of what waits for admins: reports, or people who want an account. */
const siteQueue = '00000000-0000-0000-0000-000000000000';

/** Notifies people of what others and the site did (docs/product/notifications.md#kinds). */
export const notificationListener = (ctx: AppContext): Listener =>
  defineListener(
    'notifications',
    [
      on(commentAdded, ({ payload, createdAt }, tx) => notifyOfComment(ctx, tx, payload, createdAt)),
      on(ratingSaved, async ({ payload: { raterId, storyId }, createdAt }, tx) => {
        const review = await queries.findReview(tx, raterId, storyId);
        if (review === undefined) return;
        const kinds = new Map([[review.author_id, 'review' as const]]);
        await notify(ctx, tx, kinds, { subjectId: review.id, storyId, actorId: raterId, createdAt });
      }),
      on(personFollowed, ({ payload: { followerId, followedId }, createdAt }, tx) => {
        const kinds = new Map([[followedId, 'follower' as const]]);
        return notify(ctx, tx, kinds, { subjectId: followerId, actorId: followerId, createdAt });
      }),
      on(storyNoteAdded, async ({ payload: { noteId, storyId, authorId }, createdAt }, tx) => {
        const readers = await findNoteReaders(tx, storyId, noteId);
        const fact = { subjectId: noteId, storyId, actorId: authorId, createdAt };
        await notify(ctx, tx, new Map(readers.map((id) => [id, 'note'])), fact);
      }),
      on(highlightChanged, async ({ payload: { readerId, storyId, chapterId }, createdAt }, tx) => {
        // Few people want to know, so that nothing is stored for the others.
        if (await queries.mutes(tx, readerId, 'passage')) return;
        const fact = { subjectId: chapterId, storyId, chapterId, createdAt };
        await notify(ctx, tx, new Map([[readerId, 'passage']]), fact, true);
      }),
      on(scheduleFailed, ({ payload: { chapterId, storyId, authorId }, createdAt }, tx) => {
        const fact = { subjectId: chapterId, storyId, chapterId, createdAt };
        return notify(ctx, tx, new Map([[authorId, 'schedule']]), fact, true);
      }),
      on(importEnded, async ({ payload: { importId, userId }, createdAt }, tx) => {
        const storyId = await queries.findImportedStory(tx, importId);
        const fact = { subjectId: importId, storyId, createdAt };
        await notify(ctx, tx, new Map([[userId, 'import']]), fact, true);
      }),
      on(measureChanged, ({ payload: { measureId, personId }, createdAt }, tx) =>
        notify(ctx, tx, new Map([[personId, 'decision']]), { subjectId: measureId, createdAt }, true),
      ),
      on(planNoticed, ({ payload: { noticeId, personId }, createdAt }, tx) =>
        notify(ctx, tx, new Map([[personId, 'plan']]), { subjectId: noticeId, createdAt }),
      ),
      on(postAdded, ({ payload, createdAt }, tx) => notifyOfPost(ctx, tx, payload, createdAt, true)),
      // Those whom it mentions know it, or were added by an edit.
      on(postPinned, ({ payload, createdAt }, tx) => notifyOfPost(ctx, tx, payload, createdAt, false)),
      // One for all who ask to join or appeal, at most once an hour, so that many requests are no flood.
      ...[joinRequested, banAppealed].map((event) =>
        on(event, async ({ payload: { communityId }, createdAt }, tx) => {
          const moderators = await queries.findModerators(tx, communityId);
          const fact = { subjectId: communityId, communityId, createdAt, pause: hour };
          await notify(ctx, tx, new Map(moderators.map((id) => [id, 'request'])), fact, true);
        }),
      ),
      on(personAdded, async ({ payload: { userId }, createdAt }, tx) => {
        const admins = await queries.findApprovers(tx, userId);
        const fact = { subjectId: siteQueue, createdAt, pause: hour };
        await notify(ctx, tx, new Map(admins.map((id) => [id, 'request'])), fact, true);
      }),
      on(personMoved, async ({ payload: { userId }, createdAt }, tx) => {
        const followers = await queries.findFollowers(tx, userId);
        const fact = { subjectId: userId, actorId: userId, createdAt };
        await notify(ctx, tx, new Map(followers.map((id) => [id, 'moved'])), fact);
      }),
      on(joinAnswered, ({ payload: { communityId, userId, isAccepted }, createdAt }, tx) => {
        const fact = { subjectId: communityId, communityId, createdAt };
        return notify(ctx, tx, new Map([[userId, isAccepted ? 'accepted' : 'declined']]), fact, true);
      }),
      on(founderChanged, ({ payload: { communityId, userId }, createdAt }, tx) => {
        const fact = { subjectId: communityId, communityId, createdAt };
        return notify(ctx, tx, new Map([[userId, 'founder']]), fact, true);
      }),
      on(banChanged, ({ payload: { communityId, userId }, createdAt }, tx) => {
        const fact = { subjectId: communityId, communityId, createdAt };
        return notify(ctx, tx, new Map([[userId, 'ban']]), fact, true);
      }),
      on(textAllowed, async ({ payload: { textId, writerId }, createdAt }, tx) => {
        const place = await queries.findPlace(tx, textId);
        await notify(
          ctx,
          tx,
          new Map([[writerId, 'allowed']]),
          { subjectId: textId, ...place, createdAt },
          true,
        );
      }),
      on(commentRemoved, async ({ payload: { commentId, writerId, subjectId }, createdAt }, tx) => {
        const place = await queries.findPlace(tx, subjectId);
        if (place === undefined) return;
        await notify(ctx, tx, new Map([[writerId, 'removed']]), {
          subjectId: commentId,
          ...place,
          createdAt,
        });
      }),
      on(postRemoved, ({ payload: { postId, communityId, writerId }, createdAt }, tx) =>
        notify(ctx, tx, new Map([[writerId, 'removed']]), { subjectId: postId, communityId, createdAt }),
      ),
      on(fixSuggested, async ({ payload: { storyId, readerId, authorId }, createdAt }, tx) => {
        if ((await findHidden(tx, authorId, [readerId])).size > 0) return;
        const fact = { subjectId: storyId, storyId, createdAt, pause: hour };
        await notify(ctx, tx, new Map([[authorId, 'fix']]), fact, true);
      }),
      on(fixApplied, ({ payload: { storyId, readerId }, createdAt }, tx) => {
        const fact = { subjectId: storyId, storyId, createdAt, pause: hour };
        return notify(ctx, tx, new Map([[readerId, 'fixed']]), fact, true);
      }),
      on(betaCommented, ({ payload: { storyId, authorId }, createdAt }, tx) => {
        const fact = { subjectId: storyId, storyId, createdAt, pause: hour };
        return notify(ctx, tx, new Map([[authorId, 'beta']]), fact, true);
      }),
      on(entryDecided, async ({ payload: { entryId }, createdAt }, tx) => {
        const reporters = await findReporters(tx, entryId);
        const fact = { subjectId: entryId, createdAt };
        await notify(ctx, tx, new Map(reporters.map((id) => [id, 'outcome'])), fact);
      }),
      on(entryOpened, async ({ payload: { entryId, personId }, createdAt }, tx) => {
        const {
          communityId = null,
          moderators = [],
          admins = [],
        } = (await findStaff(tx, entryId, personId)) ?? {};
        const notifyStaff = (ids: string[], fact: { subjectId: string; communityId?: string }) =>
          notify(
            ctx,
            tx,
            new Map(ids.map((id) => [id, 'reported'])),
            { ...fact, createdAt, pause: hour },
            true,
          );
        if (communityId !== null) await notifyStaff(moderators, { subjectId: communityId, communityId });
        await notifyStaff(admins, { subjectId: siteQueue });
      }),
    ],
    { startAt: 'now' },
  );

const batchSize = 1000;

/** Every night, deletes notifications that are too old or too many (docs/product/notifications.md#how-long). */
export const sweepNotifications = (ctx: AppContext): void =>
  scheduleSweep(ctx, 'sweep-notifications', '50 3 * * *', [
    async (now) => {
      const before = new Date(now.getTime() - notificationLimits.days * day);
      while ((await queries.deleteOld(ctx.db, before, batchSize)) === batchSize);
      await queries.deleteOldMarks(ctx.db, before);
    },
    async () => {
      for (const userId of await queries.listOverfull(ctx.db)) await queries.deleteOldest(ctx.db, userId);
    },
  ]);
