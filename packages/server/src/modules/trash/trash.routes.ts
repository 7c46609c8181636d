import * as calls from '@inkling/contract/trash';
import { type Api, bind } from '../../platform/http/bind.ts';
import { eraseDeletedChapter } from '../chapters/index.ts';
import { eraseDeletedStory } from '../stories/index.ts';
import * as trash from './trash.service.ts';

export function trashRoutes(api: Api): void {
  bind(api, calls.getTrash, (ctx, viewer, { query }) => trash.getTrash(ctx, viewer, query));
  bind(api, calls.restoreStory, async (ctx, viewer, { params }) => ({
    data: await trash.restoreStory(ctx, viewer, params.id),
  }));
  bind(api, calls.restoreChapter, async (ctx, viewer, { params }) => ({
    data: await trash.restoreChapter(ctx, viewer, params.id),
  }));
  bind(api, calls.eraseFromTrash, async (ctx, viewer, { params }) => {
    await (params.kind === 'story' ? eraseDeletedStory : eraseDeletedChapter)(ctx, viewer, params.id);
    return { message: 'Deleted for good' };
  });
}
