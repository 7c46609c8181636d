import * as calls from '@inkling/contract/fixes';
import { type Api, bind } from '../../platform/http/bind.ts';
import {
  data,
  message,
  withBody,
  withId,
  withIdAndBody,
  withIdAndQuery,
  withQuery,
} from '../../platform/http/handlers.ts';
import * as fixes from './fixes.service.ts';

export function fixRoutes(api: Api): void {
  bind(api, calls.suggestFix, data(withBody(fixes.suggestFix)));
  bind(api, calls.listFixes, withQuery(fixes.listOwn));
  bind(api, calls.withdrawFix, message('Suggestion withdrawn', withId(fixes.withdraw)));
  bind(api, calls.listStoryFixes, withIdAndQuery(fixes.listOfStory));
  bind(api, calls.decideFixes, data(withIdAndBody(fixes.decideFixes)));
  bind(api, calls.setFixSettings, async (ctx, viewer, { params, body }) => ({
    data: await fixes.setOpen(ctx, viewer, params.id, body.isOpen),
  }));
}
