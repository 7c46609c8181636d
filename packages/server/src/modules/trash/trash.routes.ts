import * as calls from '@inkling/contract/trash';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withId, withQuery } from '../../platform/http/handlers.ts';
import { eraseDeletedChapter } from '../chapters/index.ts';
import { eraseDeletedStory } from '../stories/index.ts';
import * as trash from './trash.service.ts';

export function trashRoutes(api: Api): void {
  bind(api, calls.getTrash, withQuery(trash.getTrash));
  bind(api, calls.restoreStory, data(withId(trash.restoreStory)));
  bind(api, calls.restoreChapter, data(withId(trash.restoreChapter)));
  bind(api, calls.eraseFromTrash, async (ctx, viewer, { params }) => {
    await (params.kind === 'story' ? eraseDeletedStory : eraseDeletedChapter)(ctx, viewer, params.id);
    return { message: 'Deleted for good' };
  });
}
