import { chapterLimits, replaceLimits } from '@inkling/contract/limits';
import type * as calls from '@inkling/contract/replacements';
import type { FoundChapter, ReplacedChapter } from '@inkling/contract/replacements';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { updateChapter } from '../chapters/index.ts';
import { findText, replaceIn } from '../fixes/index.ts';
import { requireAuthor } from '../stories/index.ts';
import type { FindTask, findPlaces } from './find-places.ts';
import { findChapter, listTexts } from './replacements.queries.ts';

const worker = new URL('./find-places.worker.ts', import.meta.url);
/** How many chapters' texts are read at once. */
const chaptersAtOnce = 25;

type Find = z.output<(typeof calls.findInStory)['body']>;
type Replace = z.output<(typeof calls.replaceInStory)['body']>;

/**
 * The first places of words in the current texts of the viewer's own story, by chapter, or those after another place. Throws
 * TEXT_CHANGED if that place's chapter was saved since.
 */
export async function findInStory(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { after: place, ...find }: Find,
) {
  await requireAuthor(ctx.db, viewer, storyId);
  const begins = place && (await findChapter(ctx.db, storyId, place.chapter));
  const changed = () =>
    new AppError('TEXT_CHANGED', 'A chapter was changed in the meantime. Please search again.');
  if (begins?.version !== place?.version) throw changed();
  const data: FoundChapter[] = [];
  // One more than is shown says that there are more.
  let left = replaceLimits.places + 1;
  let from = place?.end ?? 0;
  for (let after = begins === undefined ? -1 : begins.position - 1; left > 0; ) {
    const texts = await listTexts(ctx.db, storyId, after, chaptersAtOnce);
    // The first text is that of the place; it may have been saved since it was looked for.
    const [first] = texts;
    if (from > 0 && (first?._id !== place?.chapter || first?.version !== place?.version)) throw changed();
    const task: FindTask = { ...find, contents: texts.map(({ content }) => content), most: left, from };
    from = 0;
    const found = (await ctx.threads.background.run(worker, 'findPlaces', task)) as ReturnType<
      typeof findPlaces
    >;
    for (const [index, { _id, title, chapterNumber, version }] of texts.entries()) {
      const places = found[index] ?? [];
      left -= places.length;
      if (places.length > 0) data.push({ chapter: { _id, title, chapterNumber }, version, places });
    }
    if (texts.length < chaptersAtOnce) break;
    after = texts.at(-1)?.position ?? after;
  }
  const hasMore = left === 0;
  if (hasMore) data.at(-1)?.places.pop();
  return { data: data.filter(({ places }) => places.length > 0), hasMore };
}

const isTextChanged = (error: unknown): boolean => error instanceof AppError && error.code === 'TEXT_CHANGED';

/** Saves a text as a new version of a chapter; undefined if the chapter was saved since the version that it is based on. */
const saveText = (ctx: RequestContext, viewer: Viewer, id: string, content: string, baseVersion: number) =>
  updateChapter(ctx, viewer, id, { content, baseVersion, keepBaseVersion: true }).catch((error: unknown) => {
    if (!isTextChanged(error)) throw error;
    return undefined;
  });

/**
 * Replaces words at places of the viewer's own story, as one new version of each chapter. If a chapter fails, those before it stay
 * replaced. Other text is never changed: not in a chapter that was saved since, and not where other words would look different.
 */
export async function replaceInStory(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { words, chapters }: Replace,
) {
  await requireAuthor(ctx.db, viewer, storyId);
  const result = {
    chapters: [] as ReplacedChapter[],
    replaced: 0,
    left: 0,
    stoppedBy: null as string | null,
  };
  for (const chapter of chapters) {
    const places = chapter.places.length;
    const done = await replaceInChapter(ctx, viewer, storyId, chapter, words).catch((error: unknown) => {
      // What was done before can be undone only if the author hears of it.
      if (!(error instanceof AppError) || result.chapters.length === 0) throw error;
      result.stoppedBy = error.message;
    });
    if (result.stoppedBy !== null) break;
    if (done) result.chapters.push(done.chapter);
    result.replaced += done?.replaced ?? 0;
    result.left += places - (done?.replaced ?? 0);
  }
  return result;
}

/** Replaces words in one chapter; undefined if nothing was. */
async function replaceInChapter(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { _id, version, places }: Replace['chapters'][number],
  words: string,
) {
  const current = await findText(ctx.db, { storyId, chapterId: _id }, null);
  if (current?.version !== version) return undefined;
  const replacements = inOrder(places, current.content.length).map((place) => ({
    ...place,
    selectedText: current.content.slice(place.start, place.end),
    words,
  }));
  const { content, isReplaced } = await replaceIn(ctx, { content: current.content, replacements });
  const replaced = isReplaced.filter(Boolean).length;
  if (replaced === 0) return undefined;
  if (content.length > chapterLimits.content)
    throw new AppError(
      'QUOTA_REACHED',
      'A chapter would be too long with these words. Please shorten it, then try again.',
    );
  const saved = await saveText(ctx, viewer, _id, content, version);
  return saved && { chapter: { chapter: _id, before: version, after: saved.summary.version }, replaced };
}

/** Places of a text in its order, without those that overlap one before. */
const inOrder = (places: { start: number; end: number }[], length: number) =>
  places
    .toSorted((a, b) => a.start - b.start)
    .filter(
      ({ start, end }, index, all) => end > start && end <= length && start >= (all[index - 1]?.end ?? 0),
    );

/** Saves the texts of earlier versions again, in chapters that were not saved since. */
export async function undoReplace(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  chapters: ReplacedChapter[],
) {
  await requireAuthor(ctx.db, viewer, storyId);
  let undone = 0;
  for (const { chapter, before, after } of chapters) {
    const text = await findText(ctx.db, { storyId, chapterId: chapter }, before);
    const saved = text && (await saveText(ctx, viewer, chapter, text.content, after));
    undone += saved === undefined ? 0 : 1;
  }
  return { undone, left: chapters.length - undone };
}
