import { notFound } from '../../platform/app-error.ts';
import { boundedCache } from '../../platform/bounded-cache.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { loader } from '../../platform/db/loader.ts';
import { PrebuiltJson } from '../../platform/http/prebuilt-json.ts';
import { presentSummary } from './chapters.present.ts';
import {
  type ChapterLookup,
  type ChapterRow,
  findPublishedState,
  findReadables,
  findVersion,
  type ReadableRow,
} from './chapters.queries.ts';
import { textAsJson } from './long-texts.ts';

/** Answers that are kept ready, at most two a chapter. */
const keptBytes = 48 * 1024 * 1024;

/** The last answer of a chapter to readers who like it, or to those who do not: for which state of its row. */
interface KeptResponse {
  state: string;
  version: number;
  isLiked: boolean;
  /** What goes before `isLiked`, as JSON, and how many bytes go before the text. */
  summary: string;
  headBytes: number;
  whole: PrebuiltJson;
}

interface Reading {
  find: (look: ChapterLookup) => Promise<ReadableRow | undefined>;
  responses: ReturnType<typeof boundedCache<KeptResponse>>;
}

const readings = new WeakMap<Db, Reading>();

function readingOf(db: Db): Reading {
  const known = readings.get(db);
  if (known) return known;
  const reading: Reading = {
    find: loader((looks: ChapterLookup[]) => findReadables(db, looks)),
    responses: boundedCache<KeptResponse>(keptBytes, ({ whole }) => whole.size),
  };
  readings.set(db, reading);
  return reading;
}

/** The end of the answer, which the text is: JSON in UTF-8 from the field `content` on. */
async function textOf(ctx: RequestContext, chapter: ChapterRow): Promise<Buffer> {
  const version = await findVersion(ctx.db, chapter, chapter.version);
  if (version === undefined) throw notFound('Chapter');
  return Buffer.concat([await textAsJson(ctx, version), Buffer.from('}')]);
}

const textIn = ({ whole, headBytes }: KeptResponse): Buffer => whole.json.subarray(headBytes);

const withLike = (
  kept: Pick<KeptResponse, 'state' | 'version' | 'summary'>,
  text: Buffer,
  isLiked: boolean,
): KeptResponse => {
  const head = Buffer.from(`${kept.summary},"isLiked":${isLiked},`);
  return {
    ...kept,
    isLiked,
    headBytes: head.length,
    whole: new PrebuiltJson(Buffer.concat([head, text]), 'many'),
  };
};

/** The answer for the row as it is now; of the one before, the text is taken over when it is of the same version. */
async function responseAnew(
  ctx: RequestContext,
  id: string,
  isLiked: boolean,
  before: KeptResponse | undefined,
): Promise<KeptResponse> {
  const chapter = await findPublishedState(ctx.db, id);
  if (chapter === undefined) throw notFound('Chapter');
  const { state, version } = chapter;
  const summary = `{"success":true,"data":${JSON.stringify(presentSummary(chapter, false)).slice(0, -1)}`;
  const sameText = before?.version === version;
  const text = sameText ? textIn(before) : await textOf(ctx, chapter);
  return withLike({ state, version, summary }, text, isLiked);
}

/**
 * A published chapter for a reader. Who may read, which state of its row stands and whether they like it is asked of
 * the database for every request; an answer for that state comes ready from memory (docs/product.md §3.7).
 */
export async function readChapter(ctx: RequestContext, viewer: Viewer, id: string): Promise<PrebuiltJson> {
  const { find, responses: answers } = readingOf(ctx.db);
  const chapterId = id.toLowerCase();
  const readable = await find({ chapterId, viewerId: viewer.id });
  if (readable === undefined) throw notFound('Chapter');
  // One for readers who like the chapter and one for the others: each is compressed once.
  const keyOf = (isLiked: boolean) => `${chapterId} ${isLiked}`;
  const key = keyOf(readable.is_liked);
  const kept = answers.get(key);
  if (kept?.state === readable.state) return kept.whole;
  const sibling = answers.get(keyOf(!readable.is_liked));
  const response =
    sibling?.state === readable.state
      ? withLike(sibling, textIn(sibling), readable.is_liked)
      : await responseAnew(ctx, chapterId, readable.is_liked, kept ?? sibling);
  answers.set(key, response);
  return response.whole;
}
