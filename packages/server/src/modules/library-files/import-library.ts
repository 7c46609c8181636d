import { type ImportedRow, type importLibrary, maxCandidates } from '@inkling/contract/library-files';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { wordsKey } from '../../platform/texts.ts';
import { yieldOften } from '../../platform/threads.ts';
import { importCollections } from '../collections/index.ts';
import { importEntries } from '../library/index.ts';
import { shownCover } from '../stories/index.ts';
import { presentAuthor } from '../users/index.ts';
import { findByTitles, type TitledStory } from './library-files.queries.ts';
import { type ListProblem, type ParsedList, parseList } from './parse-list.ts';

interface Match {
  /** The one story that the row certainly names. */
  found: TitledStory | null;
  /** Otherwise stories of its title, those by an author of its name first, then the most viewed. */
  candidates: TitledStory[];
}

const isBy = ({ author }: TitledStory, name: string): boolean => {
  const key = wordsKey(name);
  return [author.display_name, author.username].some((own) => wordsKey(own) === key);
};

/**
 * What a row names (docs/product/library-files.md#matching): a story is certain if it is the only one with this title
 * and author, or the only one with this title when no author is named. `titled` are the stories of each title.
 */
function matchOf(readings: Reading[], titled: ReadonlyMap<string, TitledStory[]>): Match {
  const certain = new Map<string, TitledStory>();
  const possible = new Map<string, { story: TitledStory; isByAuthor: boolean }>();
  let isUncertain = false;
  for (const { title, author } of readings) {
    const stories = titled.get(title) ?? [];
    const named = author === '' ? stories : stories.filter((story) => isBy(story, author));
    for (const story of stories) {
      const isByAuthor = possible.get(story.id)?.isByAuthor || (author !== '' && named.includes(story));
      possible.set(story.id, { story, isByAuthor });
    }
    const [only, second] = named;
    if (second !== undefined) isUncertain = true;
    else if (only !== undefined) certain.set(only.id, only);
  }
  const [found, other] = [...certain.values()];
  if (found !== undefined && other === undefined && !isUncertain) return { found, candidates: [] };
  const candidates = [...possible.values()]
    .sort((a, b) => Number(b.isByAuthor) - Number(a.isByAuthor) || b.story.views - a.story.views)
    .slice(0, maxCandidates)
    .map(({ story }) => story);
  return { found: null, candidates };
}

/** A title and an author that a row may mean; `author` is empty if it names none. */
export interface Reading {
  title: string;
  author: string;
}

/** A series or an edition at the end of a title in catalogues: '(The Expanse, #1)', '[Illustrated Edition]'. */
const bracketed = / ?(?:\([^()[\]]*\)|\[[^()[\]]*\])$/;
/** So many brackets may be at the end of one title. */
const maxBrackets = 3;

/** A title, and what is left without each of the brackets at its end, which may belong to it. */
function withoutBrackets(title: string): string[] {
  const titles = [title];
  for (let short = title.replace(bracketed, ''); short !== titles.at(-1) && short !== ''; ) {
    titles.push(short);
    if (titles.length > maxBrackets) break;
    short = short.replace(bracketed, '');
  }
  return titles;
}

/** Where the author of a line may begin: 'Emma by Jane Austen', 'Emma - Jane Austen'. The last place counts. */
const separators = [/^(.+)\sby\s(.+)$/i, /^(.+)\s[-–—]\s(.+)$/];

/**
 * What a row may mean. A line of a list may have an author, or ' by ' and ' - ' may belong to its title, so both are
 * looked up: 'Stand by Me'.
 */
export function readingsOf({ title, author }: Reading, format: 'csv' | 'titles'): Reading[] {
  if (format === 'csv') return withoutBrackets(title).map((one) => ({ title: one, author }));
  const split = separators.flatMap((separator) => {
    const [, before, after] = separator.exec(title) ?? [];
    return before === undefined || after === undefined
      ? []
      : [{ title: before.trim(), author: after.trim() }];
  });
  return [{ title, author: '' }, ...split].flatMap((one) =>
    withoutBrackets(one.title).map((short) => ({ ...one, title: short })),
  );
}

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
