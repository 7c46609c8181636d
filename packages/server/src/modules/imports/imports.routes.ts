import * as calls from '@inkling/contract/imports';
import { type Api, bind } from '../../platform/http/bind.ts';
import { importDesk } from './import-desk.ts';
import * as imports from './imports.service.ts';

export function importRoutes(api: Api): void {
  const desk = importDesk(api.ctx);
  api.http.addHook('onReady', () => desk.recover());
  api.http.addHook('onClose', () => desk.close());
  bind(api, calls.startImport, async (ctx, viewer, { file }) => ({
    data: await imports.startImport(ctx, desk, viewer, file),
  }));
  bind(api, calls.listImports, async (ctx, viewer) => ({ data: await imports.listImports(ctx, viewer) }));
  bind(api, calls.getImport, async (ctx, viewer, { params }) => ({
    data: await imports.getImport(ctx, viewer, params.id),
  }));
  bind(api, calls.cancelImport, async (ctx, viewer, { params }) => {
    await imports.cancelImport(ctx, desk, viewer, params.id);
    return { message: 'Import cancelled' };
  });
}
