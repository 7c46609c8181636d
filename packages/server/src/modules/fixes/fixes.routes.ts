import * as calls from '@inkling/contract/fixes';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as fixes from './fixes.service.ts';

export function fixRoutes(api: Api): void {
  bind(api, calls.suggestFix, async (ctx, viewer, { body }) => ({
    data: await fixes.suggestFix(ctx, viewer, body),
  }));
  bind(api, calls.listFixes, (ctx, viewer, { query }) => fixes.listOwn(ctx, viewer, query));
  bind(api, calls.withdrawFix, async (ctx, viewer, { params }) => {
    await fixes.withdraw(ctx, viewer, params.id);
    return { message: 'Suggestion withdrawn' };
  });
  bind(api, calls.listStoryFixes, (ctx, viewer, { params, query }) =>
    fixes.listOfStory(ctx, viewer, params.id, query),
  );
  bind(api, calls.decideFixes, async (ctx, viewer, { params, body }) => ({
    data: await fixes.decideFixes(ctx, viewer, params.id, body),
  }));
  bind(api, calls.setFixSettings, async (ctx, viewer, { params, body }) => ({
    data: await fixes.setOpen(ctx, viewer, params.id, body.isOpen),
  }));
}
