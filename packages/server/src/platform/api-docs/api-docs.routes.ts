import { createHash } from 'node:crypto';
import { allCalls } from '@inkling/contract/all';
import type { FastifyInstance } from 'fastify';
import { apiPrefix } from '../http/bind.ts';
import { programVersion } from '../version.ts';
import { apiDocsPage, apiDocsStyle } from './api-docs-page.ts';
import { openApi } from './openapi.ts';

// Sandboxed without scripts: the page shares the site's origin, but must not reach tokens or calls.
const styleHash = createHash('sha256').update(apiDocsStyle).digest('base64');
const policy = `sandbox; default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Serves `/api/v1/openapi.json` and the documentation page `/api/v1/docs` (docs/product/http.md#api-documentation). */
export function apiDocs(http: FastifyInstance): void {
  let document: string | undefined;
  let page: string | undefined;
  const cacheControl = 'public, max-age=300';
  http.get(`${apiPrefix}/openapi.json`, async (_request, reply) => {
    document ??= JSON.stringify(openApi(allCalls, programVersion));
    return reply.header('cache-control', cacheControl).type('application/json; charset=utf-8').send(document);
  });
  http.get(`${apiPrefix}/docs`, async (_request, reply) => {
    page ??= apiDocsPage(allCalls, programVersion);
    reply.headers({ 'cache-control': cacheControl, 'content-security-policy': policy });
    return reply.type('text/html; charset=utf-8').send(page);
  });
  http.get(`${apiPrefix}/docs/`, async (_request, reply) => reply.redirect(`${apiPrefix}/docs`));
}
