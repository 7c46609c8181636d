import * as calls from '@inkling/contract/replacements';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withIdAndBody } from '../../platform/http/handlers.ts';
import * as replacements from './replacements.service.ts';

export function replacementRoutes(api: Api): void {
  bind(api, calls.findInStory, withIdAndBody(replacements.findInStory));
  bind(api, calls.replaceInStory, data(withIdAndBody(replacements.replaceInStory)));
  bind(api, calls.undoReplace, async (ctx, viewer, { params, body }) => ({
    data: await replacements.undoReplace(ctx, viewer, params.id, body.chapters),
  }));
}
