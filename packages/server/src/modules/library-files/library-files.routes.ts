import * as calls from '@inkling/contract/library-files';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withBody } from '../../platform/http/handlers.ts';
import { exportLibrary } from './export-library.ts';
import { confirmImport, previewImport } from './import-library.ts';

export function libraryFileRoutes(api: Api): void {
  bind(api, calls.readLibraryFile, async (ctx, viewer, { body }) => ({
    data: await previewImport(ctx, viewer, body.text),
  }));
  bind(api, calls.importLibrary, data(withBody(confirmImport)));
  bind(api, calls.exportLibrary, (ctx, viewer, { query }) => exportLibrary(ctx, viewer, query.list));
}
