import { notFound } from '../../platform/app-error.ts';
import { boundedCache } from '../../platform/bounded-cache.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { loader } from '../../platform/db/loader.ts';
import { PrebuiltJson } from '../../platform/http/prebuilt-json.ts';
import {
  type ChapterLookup,
  findPublishedState,
  findReadables,
  type ReadableRow,
} from './chapter-reading.queries.ts';
import { presentSummary } from './chapters.present.ts';
import type { ChapterRow } from './chapters.queries.ts';
import { textAsJson } from './long-texts.ts';
import { findVersion } from './versions.queries.ts';

/** Size of the response cache, which holds at most two responses per chapter. */
const cacheBytes = 48 * 1024 * 1024;

/** The last response of a chapter, either for readers who like it or for the others; valid for `state` of its row. */
interface CachedResponse {
  state: string;
  version: number;
  isLiked: boolean;
  /** The JSON before `isLiked`, and the number of bytes before the text. */
  summary: string;
  headBytes: number;
  response: PrebuiltJson;
}

interface Reader {
  find: (lookup: ChapterLookup) => Promise<ReadableRow | undefined>;
  responses: ReturnType<typeof boundedCache<CachedResponse>>;
}

const readers = new WeakMap<Db, Reader>();

function readerOf(db: Db): Reader {
  const existing = readers.get(db);
  if (existing) return existing;
  const reader: Reader = {
    find: loader((lookups: ChapterLookup[]) => findReadables(db, lookups)),
    responses: boundedCache<CachedResponse>(cacheBytes, ({ response }) => response.size),
  };
  readers.set(db, reader);
  return reader;
}

/** The text as the end of the response: JSON in UTF-8 from the field `content` on. */
async function textOf(ctx: RequestContext, chapter: ChapterRow): Promise<Buffer> {
  const version = await findVersion(ctx.db, chapter, chapter.version);
  if (version === undefined) throw notFound('Chapter');
  return Buffer.concat([await textAsJson(ctx, version), Buffer.from('}')]);
}

const textIn = ({ response, headBytes }: CachedResponse): Buffer => response.json.subarray(headBytes);

const withLike = (
  base: Pick<CachedResponse, 'state' | 'version' | 'summary'>,
  text: Buffer,
  isLiked: boolean,
): CachedResponse => {
  const head = Buffer.from(`${base.summary},"isLiked":${isLiked},`);
  return {
    ...base,
    isLiked,
    headBytes: head.length,
    response: new PrebuiltJson(Buffer.concat([head, text]), 'many'),
  };
};

/** Builds the response for the current row; reuses the text of `before` if its version is the same. */
async function buildResponse(
  ctx: RequestContext,
  id: string,
  isLiked: boolean,
  before: CachedResponse | undefined,
): Promise<CachedResponse> {
  const chapter = await findPublishedState(ctx.db, id);
  if (chapter === undefined) throw notFound('Chapter');
  const { state, version } = chapter;
  const summary = `{"success":true,"data":${JSON.stringify(presentSummary(chapter, false)).slice(0, -1)}`;
  const sameText = before?.version === version;
  const text = sameText ? textIn(before) : await textOf(ctx, chapter);
  return withLike({ state, version, summary }, text, isLiked);
}

/**
 * A published chapter for a reader. Every request queries access, the row's current state and the reader's like; the
 * response for that state comes from the cache (docs/product/chapters.md#reading-access).
 */
export async function readChapter(ctx: RequestContext, viewer: Viewer, id: string): Promise<PrebuiltJson> {
  const { find, responses } = readerOf(ctx.db);
  const chapterId = id.toLowerCase();
  const readable = await find({ chapterId, viewerId: viewer.id });
  if (readable === undefined) throw notFound('Chapter');
  // One response for readers who like the chapter and one for the others: each is compressed once.
  const keyOf = (isLiked: boolean) => `${chapterId} ${isLiked}`;
  const key = keyOf(readable.is_liked);
  const cached = responses.get(key);
  if (cached?.state === readable.state) return cached.response;
  const sibling = responses.get(keyOf(!readable.is_liked));
  const fresh =
    sibling?.state === readable.state
      ? withLike(sibling, textIn(sibling), readable.is_liked)
      : await buildResponse(ctx, chapterId, readable.is_liked, cached ?? sibling);
  responses.set(key, fresh);
  return fresh.response;
}
