import * as calls from '@inkling/contract/imports';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withBody, withId } from '../../platform/http/handlers.ts';
import { importQueue } from './import-queue.ts';
import * as imports from './imports.service.ts';
import { restoreStory } from './restore-story.ts';
import * as review from './review.service.ts';

export function importRoutes(api: Api): void {
  const queue = importQueue(api.ctx);
  api.http.addHook('onReady', () => queue.recover());
  api.http.addHook('onClose', () => queue.close());

  bind(api, calls.startImport, async (ctx, viewer, { file }) => ({
    data: await imports.startImport(ctx, queue, viewer, file),
  }));
  bind(api, calls.restoreStory, data(withBody(restoreStory)));
  bind(api, calls.listImports, data(imports.listImports));
  bind(api, calls.getImport, data(withId(imports.getImport)));
  bind(api, calls.getImportPlan, data(withId(review.getPlan)));
  bind(api, calls.listImportParagraphs, (ctx, viewer, { params, query }) =>
    review.listParagraphs(ctx, viewer, params.id, Number(params.piece), query),
  );
  bind(api, calls.chooseImportEncoding, async (ctx, viewer, { params, body }) => ({
    data: await review.chooseEncoding(ctx, queue, viewer, params.id, body),
  }));
  bind(api, calls.confirmImport, async (ctx, viewer, { params, body }) => ({
    data: await review.confirmReview(ctx, queue, viewer, params.id, body),
  }));
  bind(api, calls.cancelImport, async (ctx, viewer, { params }) => {
    await imports.cancelImport(ctx, queue, viewer, params.id);
    return { message: 'Import canceled' };
  });
}
