import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { changeLike } from './chapters.queries.ts';

const changeOwnLike =
  (change: 'add' | 'remove') => async (ctx: RequestContext, viewer: Viewer, id: string) => {
    const state = await changeLike(ctx.db, change, id, viewer.id, ctx.clock.now());
    if (state === null) throw notFound('Chapter');
    return state;
  };

export const likeChapter = changeOwnLike('add');
export const unlikeChapter = changeOwnLike('remove');
