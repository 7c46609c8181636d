import * as calls from '@inkling/contract/library-files';
import { type Api, bind } from '../../platform/http/bind.ts';
import { exportLibrary } from './export-library.ts';
import { confirmImport, previewImport } from './import-library.ts';

export function libraryFileRoutes(api: Api): void {
  bind(api, calls.readLibraryFile, async (ctx, viewer, { body }) => ({
    data: await previewImport(ctx, viewer, body.text),
  }));
  bind(api, calls.importLibrary, async (ctx, viewer, { body }) => ({
    data: await confirmImport(ctx, viewer, body),
  }));
  bind(api, calls.exportLibrary, (ctx, viewer, { query }) => exportLibrary(ctx, viewer, query.list));
}
