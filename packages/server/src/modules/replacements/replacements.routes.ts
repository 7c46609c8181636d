import * as calls from '@inkling/contract/replacements';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as replacements from './replacements.service.ts';

export function replacementRoutes(api: Api): void {
  bind(api, calls.findInStory, (ctx, viewer, { params, body }) =>
    replacements.findInStory(ctx, viewer, params.id, body),
  );
  bind(api, calls.replaceInStory, async (ctx, viewer, { params, body }) => ({
    data: await replacements.replaceInStory(ctx, viewer, params.id, body),
  }));
  bind(api, calls.undoReplace, async (ctx, viewer, { params, body }) => ({
    data: await replacements.undoReplace(ctx, viewer, params.id, body.chapters),
  }));
}
