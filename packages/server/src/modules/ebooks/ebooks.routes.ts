import * as calls from '@inkling/contract/ebooks';
import { type Api, bind } from '../../platform/http/bind.ts';
import { downloadEbook } from './ebooks.service.ts';

export function ebookRoutes(api: Api): void {
  bind(api, calls.downloadEbook, (ctx, viewer, { params, query }) =>
    downloadEbook(ctx, viewer, params.id, query.format),
  );
}
