import type { Story } from '@inkling/contract/stories';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { PrebuiltJson } from '../../platform/http/prebuilt-json.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { currentRevisions } from './list-revisions.ts';
import { marksOf } from './viewer-responses.queries.ts';

/** For how long counters may stand still (docs/product/home.md#home). */
const freshForMs = 10_000;

interface Built {
  body: object;
  /** All stories in the body. */
  stories: Pick<Story, 'author'>[];
  /** Whether a part of it could not be loaded, and may be the next time. */
  isIncomplete?: boolean;
}

interface Cached {
  response: PrebuiltJson;
  isCacheable: boolean;
}

interface Wanted {
  /** What tells the responses of one viewer apart. */
  key: string;
  /** What else the content depends on; null or undefined if there is too much of it. */
  own(): Promise<string | null | undefined>;
}

/** What the content depends on; null if it cannot be found, since some of the content may still be. */
async function revisionOf(
  { db, clock, log }: RequestContext,
  viewer: Viewer | null,
  { own }: Wanted,
): Promise<string | null> {
  const period = Math.floor(clock.now().getTime() / freshForMs);
  try {
    const [state, { catalogue, trending }] = await Promise.all([own(), currentRevisions(db)]);
    if (state === null || state === undefined) return null;
    return JSON.stringify([state, catalogue, trending, period, viewer?.contentFilter]);
  } catch (error) {
    log.warn({ err: error }, 'the revision of a response was not found');
    return null;
  }
}

/**
 * Responses with stories as one viewer sees them, cached up to `maxBytes` while nothing that they show changes: the
 * public stories and what `own` names. Counters may be ten seconds old. Those with a story of the viewer's own are built
 * anew, because they count drafts, which no revision confirms.
 */
export function viewerResponses(maxBytes: number) {
  const caches = perInstance((_db: Db) =>
    revisionCache(maxBytes, ({ response, isCacheable }: Cached) => (isCacheable ? response.size : null)),
  );
  return async (
    ctx: RequestContext,
    viewer: Viewer | null,
    wanted: Wanted,
    build: () => Promise<Built>,
  ): Promise<PrebuiltJson> => {
    const prepare = async (): Promise<Cached> => {
      const { body, stories, isIncomplete = false } = await build();
      const json = Buffer.from(JSON.stringify({ success: true, ...body }));
      const isCacheable = !isIncomplete && stories.every(({ author }) => author._id !== viewer?.id);
      return { response: new PrebuiltJson(json), isCacheable };
    };
    const revision = await revisionOf(ctx, viewer, wanted);
    const { response } =
      revision === null
        ? await prepare()
        : await caches(ctx.db).load(`${viewer?.id} ${wanted.key}`, revision, prepare);
    return response;
  };
}

/** Changes with whatever the viewer has marked stories with; null for too much, and empty for visitors. */
export const marksRevision = async ({ db }: RequestContext, viewer: Viewer | null): Promise<string | null> =>
  viewer === null ? '' : ((await marksOf(db)(viewer.id)) ?? null);
