import * as calls from '@inkling/contract/imports';
import { type Api, bind } from '../../platform/http/bind.ts';
import { registerImageUse } from '../../platform/storage/image-uses.ts';
import { importQueue } from './import-queue.ts';
import { importedCoverUse } from './imports.queries.ts';
import * as imports from './imports.service.ts';

export function importRoutes(api: Api): void {
  registerImageUse(api.ctx, importedCoverUse);
  const queue = importQueue(api.ctx);
  api.http.addHook('onReady', () => queue.recover());
  api.http.addHook('onClose', () => queue.close());
  bind(api, calls.startImport, async (ctx, viewer, { file }) => ({
    data: await imports.startImport(ctx, queue, viewer, file),
  }));
  bind(api, calls.listImports, async (ctx, viewer) => ({ data: await imports.listImports(ctx, viewer) }));
  bind(api, calls.getImport, async (ctx, viewer, { params }) => ({
    data: await imports.getImport(ctx, viewer, params.id),
  }));
  bind(api, calls.cancelImport, async (ctx, viewer, { params }) => {
    await imports.cancelImport(ctx, queue, viewer, params.id);
    return { message: 'Import cancelled' };
  });
}
