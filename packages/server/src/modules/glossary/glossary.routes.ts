import * as calls from '@inkling/contract/glossary';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withId } from '../../platform/http/handlers.ts';
import * as glossary from './glossary.service.ts';

export function glossaryRoutes(api: Api): void {
  bind(api, calls.listGlossary, data(withId(glossary.listEntries)));
  bind(api, calls.saveGlossaryEntry, async (ctx, viewer, { params, body }) => {
    await glossary.saveEntry(ctx, viewer, params, body);
    return { message: 'Entry saved' };
  });
  bind(api, calls.deleteGlossaryEntry, async (ctx, viewer, { params }) => {
    await glossary.deleteEntry(ctx, viewer, params);
    return { message: 'Entry deleted' };
  });
  bind(api, calls.listRecaps, data(withId(glossary.listRecaps)));
  bind(api, calls.setRecap, async (ctx, viewer, { params, body }) => {
    await glossary.setRecap(ctx, viewer, params.id, body.recap);
    return { message: 'Recap saved' };
  });
}
