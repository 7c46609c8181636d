import { createHash } from 'node:crypto';
import { allCalls } from '@inkling/contract/all';
import type { FastifyInstance } from 'fastify';
import { programVersion } from '../version.ts';
import { apiDocsPage } from './api-docs-page.ts';
import { apiDocsStyle } from './api-docs-style.ts';
import { apiPrefix } from './bind.ts';
import { openApi } from './openapi.ts';

// A sandbox without scripts: the page shares its address with the site, and reaches neither tokens nor calls.
const styleHash = createHash('sha256').update(apiDocsStyle).digest('base64');
const policy = `sandbox; default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** `/api/v1/openapi.json`, and a page at `/api/v1/docs` that describes the calls (docs/product.md §1.8). */
export function apiDocs(http: FastifyInstance): void {
  let document: string | undefined;
  let page: string | undefined;
  const forAWhile = 'public, max-age=300';
  http.get(`${apiPrefix}/openapi.json`, async (_request, reply) => {
    document ??= JSON.stringify(openApi(allCalls, programVersion));
    return reply.header('cache-control', forAWhile).type('application/json; charset=utf-8').send(document);
  });
  http.get(`${apiPrefix}/docs`, async (_request, reply) => {
    page ??= apiDocsPage(allCalls, programVersion);
    reply.headers({ 'cache-control': forAWhile, 'content-security-policy': policy });
    return reply.type('text/html; charset=utf-8').send(page);
  });
  http.get(`${apiPrefix}/docs/`, async (_request, reply) => reply.redirect(`${apiPrefix}/docs`));
}
