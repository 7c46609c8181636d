import type { AppContext } from '../../platform/context.ts';
import { scheduleSweep } from '../../platform/sweep.ts';
import { eraseComments } from '../comments/index.ts';
import * as queries from './erasing.queries.ts';

const itemsPerStep = 50;
const rowsPerStep = 500;

async function untilNone(step: () => Promise<number>): Promise<void> {
  while ((await step()) > 0);
}

/** Erases deleted posts and communities in small steps; what is done when it is interrupted stays done. */
export async function eraseDeleted({ db }: Pick<AppContext, 'db'>): Promise<void> {
  await untilNone(async () => {
    const posts = await queries.listPostsToErase(db, itemsPerStep);
    for (const post of posts) {
      await untilNone(() => eraseComments(db, { storyId: post.id, chapterId: null }, rowsPerStep));
      await untilNone(() => queries.erasePost(db, post, rowsPerStep));
    }
    return posts.length;
  });
  await untilNone(async () => {
    const communities = await queries.listCommunitiesToErase(db, itemsPerStep);
    for (const id of communities) await untilNone(() => queries.eraseCommunity(db, id, rowsPerStep));
    return communities.length;
  });
}

/** Every night (docs/product/communities.md#deleting). */
export const sweepCommunities = (ctx: AppContext): void =>
  scheduleSweep(ctx, 'sweep-communities', '5 4 * * *', [
    (now) => queries.deleteEnded(ctx.db, now),
    () => eraseDeleted(ctx),
  ]);
