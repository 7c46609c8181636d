import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ServerBuild } from 'react-router';
import type { Pages } from '../app.ts';
import { publicUrl } from '../platform/config.ts';
import type { AppContext } from '../platform/context.ts';
import { contentPolicy } from '../platform/http/headers.ts';
import { StartupProblem } from '../platform/startup-problem.ts';
import { contentVersions } from './content-version.ts';
import { pageCache } from './page-cache.ts';
import { type RenderedPage, renderer, webEntryOf } from './render.ts';

const buildFolder = join(import.meta.dirname, '../../../web/build');
const keptPages = 500;
const aYear = 31_536_000;

/** Serves the web's build: its files for good, its pages from the cache. */
export const builtPages: Pages = async (http, ctx) => {
  const serverBuild = join(buildFolder, 'server/index.js');
  if (!existsSync(serverBuild)) {
    throw new StartupProblem('The web pages are not built yet. Run npm start, which builds them.');
  }
  const build: ServerBuild = await import(pathToFileURL(serverBuild).href);
  await serveFiles(http);
  const render = renderer(http, build, 'production');
  const versionOf = contentVersions(ctx.db, ctx.clock);
  const cache = pageCache(keptPages);
  const send = pageSender(ctx, webEntryOf(build).noncePlaceholder);
  const origin = publicUrl(ctx.config);

  http.get('/*', async (request, reply) => {
    const url = new URL(request.url, `${origin}/`);
    const version = await versionOf(url.pathname);
    const page = await cache.get(url.pathname + url.search, version, () => render(url));
    return send(reply, page);
  });
};

async function serveFiles(http: FastifyInstance): Promise<void> {
  await http.register(fastifyStatic, {
    root: join(buildFolder, 'client'),
    prefix: '/',
    wildcard: false,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      const forGood = path.includes('/assets/');
      reply.header('cache-control', forGood ? `public, max-age=${aYear}, immutable` : 'public, max-age=3600');
    },
  });
}

/** Sends a kept page with a nonce of its own. */
export function pageSender(ctx: AppContext, noncePlaceholder: string) {
  const policy = contentPolicy(publicUrl(ctx.config).startsWith('https:'));
  return (reply: FastifyReply, page: RenderedPage) => {
    if (page.location !== null) return reply.redirect(page.location, page.status);
    const nonce = randomBytes(16).toString('base64');
    return reply
      .code(page.status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy.withNonce(nonce))
      .send(page.html.replaceAll(noncePlaceholder, nonce));
  };
}
