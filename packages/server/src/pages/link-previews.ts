import { hash } from 'node:crypto';
import { id } from '@inkling/contract/text';
import type { FastifyInstance } from 'fastify';
import { findStories, isPublic, presentStory, storyPage } from '../modules/stories/index.ts';
import { coverAsJpeg, pixelsAsJpeg } from '../modules/uploads/index.ts';
import { notFound } from '../platform/app-error.ts';
import type { AppContext } from '../platform/context.ts';
import { outsideRequest } from '../platform/db/timeouts.ts';
import { drawSvg } from '../platform/drawing/draw-svg.ts';
import { addressKey } from '../platform/http/address.ts';
import { concurrencyLimit } from '../platform/http/concurrency-limit.ts';
import { revisionCache } from '../platform/revision-cache.ts';
import { workerThreads } from '../platform/threads.ts';
import { pageRevisions } from './page-routes.ts';
import type { WebRenderer } from './web-renderer.ts';

const size = { width: 1200, height: 630 };
/** Waiting and running drawings; the next one is a 503. */
const maxDrawings = 12;

interface Preview {
  jpeg: Buffer;
  etag: string;
}

/**
 * Serves a picture of each public story's cover for link previews (docs/product/stories.md#link-previews). The
 * database confirms on each request that the story is public; its picture is drawn once per revision, in a thread.
 */
export function linkPreviews(
  http: FastifyInstance,
  ctx: AppContext,
  linkPreview: WebRenderer['linkPreview'],
) {
  const revisionOf = pageRevisions(ctx.db);
  const cache = revisionCache<Preview>(({ jpeg }) => jpeg.length + 1000);
  const acquireSlot = concurrencyLimit({ concurrency: 1, maxWaiting: maxDrawings });
  // Threads of their own, so that visitors' pictures never delay authors' texts.
  const threads = workerThreads(ctx.log, { maxTasks: maxDrawings });
  http.addHook('onClose', () => threads.close());

  async function draw(storyId: string): Promise<Preview> {
    const row = (await findStories(ctx.db, [storyId], null)).get(storyId);
    // A mature story's cover is shown only after its page has asked (docs/product/labels.md#mature-content-gate).
    if (row === undefined || !isPublic(row) || row.audience === 'mature') throw notFound('Story');
    const story = presentStory(ctx.config, row, null);
    const cover = story.coverImage === null ? null : await coverAsJpeg(ctx, story.coverImage);
    const image = cover && `data:image/jpeg;base64,${cover.toString('base64')}`;
    const svg = await linkPreview(story, image);
    const jpeg = await pixelsAsJpeg(await drawSvg(threads, svg), size);
    return { jpeg, etag: `"${hash('sha256', jpeg, 'base64url').slice(0, 27)}"` };
  }

  /** One drawing at a time for each address, so that addresses do not delay each other. */
  async function drawInTurn(storyId: string, revision: string, address: string): Promise<Preview> {
    const release = await acquireSlot(address);
    try {
      const drawn = cache.get(storyId, revision);
      if (drawn !== undefined) return drawn;
      // Not `load`: drawing may take longer than a request may wait for the database; threads have their own timeout.
      return await cache.refresh(storyId, revision, () => outsideRequest(() => draw(storyId)));
    } finally {
      release();
    }
  }

  http.get<{ Params: { storyId: string } }>(
    '/story/:storyId/preview.jpg',
    { exposeHeadRoute: true, config: { limitClass: 'page' } },
    async (request, reply) => {
      const { data: storyId } = id.safeParse(request.params.storyId);
      const found = storyId && (await revisionOf({ source: storyPage, key: storyId }));
      if (!storyId || !found) throw notFound('Story');
      const { revision } = found;
      const preview =
        cache.get(storyId, revision) ?? (await drawInTurn(storyId, revision, addressKey(request.ip)));
      reply.header('cache-control', 'no-cache').header('etag', preview.etag);
      if (request.headers['if-none-match'] === preview.etag) return reply.code(304).send();
      return reply.type('image/jpeg').send(preview.jpeg);
    },
  );
  return { drawings: threads.startedTasks };
}
