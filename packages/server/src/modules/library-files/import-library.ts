import type { ImportedRow, importLibrary } from '@inkling/contract/library-files';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { yieldOften } from '../../platform/yield-often.ts';
import { importCollections } from '../collections/index.ts';
import { importEntries } from '../library/index.ts';
import { shownCover } from '../stories/index.ts';
import { presentAuthor } from '../users/index.ts';
import { findByTitles, type TitledStory } from './library-files.queries.ts';
import { matchOf } from './matching.ts';
import { type ListProblem, type ParsedList, parseList } from './parse-list.ts';
import { type Reading, readingsOf } from './readings.ts';

const worker = new URL('./parse-list.worker.ts', import.meta.url);

/** Characters that are parsed here; longer texts would block other requests for too long. */
const maxInline = 20_000;

/** Titles per query, so that none takes long. */
const batchSize = 500;

async function parsed(ctx: RequestContext, viewer: Viewer, text: string): Promise<ParsedList> {
  const list =
    text.length <= maxInline
      ? parseList(text)
      : ((await ctx.threads.forPerson(viewer.id).run(worker, 'parseListTask', { text })) as
          | ParsedList
          | ListProblem);
  if ('problem' in list)
    throw new AppError('BAD_INPUT', list.problem, { fields: [{ path: 'text', message: list.problem }] });
  return list;
}

/** The stories of every title that the rows may mean, in batches. */
async function storiesOf(ctx: RequestContext, viewer: Viewer, readings: Reading[][]) {
  const titles = [...new Set(readings.flat().map(({ title }) => title))];
  const found = new Map<string, TitledStory[]>();
  for (let from = 0; from < titles.length; from += batchSize) {
    const some = await findByTitles(ctx.db, viewer, titles.slice(from, from + batchSize));
    for (const [title, stories] of some) found.set(title, stories);
  }
  return found;
}

/**
 * The stories that a Goodreads file or a list of titles names (docs/product/library-files.md#matching): only public ones
 * that lists show to the viewer. Changes nothing.
 *
 * @throws AppError BAD_INPUT if the text cannot be read
 */
export async function previewImport(ctx: RequestContext, viewer: Viewer, text: string) {
  const { format, rows, ...left } = await parsed(ctx, viewer, text);
  const readings = rows.map((row) => readingsOf(row, format));
  const titled = await storiesOf(ctx, viewer, readings);
  const pause = yieldOften();
  const present = (story: TitledStory) => ({
    _id: story.id,
    title: story.title,
    language: story.language,
    coverImage: shownCover(ctx.config, story.cover_image),
    author: presentAuthor(story.author),
  });
  const matched: ImportedRow[] = [];
  for (const [index, row] of rows.entries()) {
    const { found, candidates } = matchOf(readings[index] ?? [], titled);
    matched.push({
      ...row,
      found: found && present(found),
      isInLibrary: found?.in_library ?? false,
      candidates: candidates.map(present),
    });
    await pause();
  }
  return { format, rows: matched, ...left };
}

/** Adds the confirmed stories to the library and to collections, all or none (docs/product/library-files.md#import). */
export const confirmImport = (
  ctx: RequestContext,
  viewer: Viewer,
  { stories, collections = [] }: z.output<typeof importLibrary.body>,
) =>
  transaction(ctx.db, async (tx) => {
    const entries = await importEntries(tx, viewer.id, stories, ctx.clock.now());
    return { ...entries, collected: await importCollections(ctx, tx, viewer, collections) };
  });
