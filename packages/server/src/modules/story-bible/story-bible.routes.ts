import * as calls from '@inkling/contract/story-bible';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withId } from '../../platform/http/handlers.ts';
import * as bible from './story-bible.service.ts';

export function storyBibleRoutes(api: Api): void {
  bind(api, calls.listBible, data(withId(bible.listEntries)));
  bind(api, calls.saveBibleEntry, async (ctx, viewer, { params, body }) => ({
    data: await bible.saveEntry(ctx, viewer, params, body),
  }));
  bind(api, calls.deleteBibleEntry, async (ctx, viewer, { params, body }) => {
    await bible.deleteEntry(ctx, viewer, params, body);
    return { message: 'Entry deleted' };
  });
}
