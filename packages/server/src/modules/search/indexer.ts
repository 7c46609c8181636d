import { contentWarningNames } from '@inkling/contract/content-warnings';
import { audienceNames } from '@inkling/contract/story-labels';
import type { AppContext } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { yieldOften } from '../../platform/threads.ts';
import * as queries from './index.queries.ts';
import { nameInitials, titleInitials } from './initials.ts';
import { hasSpaces, stemmerOf } from './languages.ts';
import { listOutdated, type Scope } from './outdated.queries.ts';
import { type CutText, cutTexts, isCorrectable } from './pieces.ts';
import { indexText, indexTitle, toLatin } from './tokens.ts';

type Ctx = Pick<AppContext, 'db' | 'threads'>;

const firstId = '00000000-0000-0000-0000-000000000000';

const worker = new URL('./pieces.worker.ts', import.meta.url);
/** Shorter texts (characters in total) are cut in place: passing them to a thread would cost more. */
const minThreadedText = 20_000;
/** Stories or people that one transaction indexes. */
const batchSize = 100;
/** Bytes of text that one transaction indexes, unless the first text alone has more. */
const maxBytes = 1_000_000;

/**
 * Brings the index up to date. Works in short transactions; what is done when a run is interrupted stays done. A story
 * that cannot be indexed does not keep others from it; the error is thrown at the end.
 */
export async function indexOutdated(
  ctx: Ctx,
  scope: Scope,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const failures: unknown[] = [];
  for (const kind of ['people', 'stories'] as const) {
    const index = kind === 'people' ? indexPeople : indexStories;
    for (let after = firstId; ; ) {
      signal.throwIfAborted();
      const ids = await listOutdated(ctx.db, kind, scope, { after, limit: batchSize });
      const last = ids.at(-1);
      if (last === undefined) break;
      await index(ctx, ids).catch(async () => {
        for (const id of ids) await index(ctx, [id]).catch((error: unknown) => failures.push(error));
      });
      after = last;
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Stories that frequent words find first. */
const popularStories = 2000;
const markedAtOnce = 10;

/** Indexes everything that is out of date, and marks the stories with most views. */
export async function indexAll(ctx: Ctx, signal = new AbortController().signal): Promise<void> {
  await indexOutdated(ctx, {}, signal);
  while (await queries.markPopular(ctx.db, popularStories, markedAtOnce)) signal.throwIfAborted();
}

const indexPeople = ({ db }: Ctx, ids: string[]): Promise<void> =>
  transaction(db, async (tx) => {
    await queries.lockIndex(tx);
    const people = await queries.findPeople(tx, ids);
    const indexed = people.map((person) => ({
      ...person,
      key: indexText(person.name),
      words: [indexTitle(person.name), ...nameInitials(person.displayName)].join(' '),
    }));
    await queries.savePeople(tx, indexed);
    await addWords(
      tx,
      indexed.map(({ key }) => key),
    );
  });

/** Indexes what has changed in these stories, in as many transactions as their texts need. */
async function indexStories(ctx: Ctx, ids: string[]): Promise<void> {
  for (let left = ids; left.length > 0; ) left = await indexChanges(ctx, left);
}

/** Indexes changes of these stories in one transaction; returns those that have more. */
const indexChanges = ({ db, threads }: Ctx, ids: string[]): Promise<string[]> =>
  transaction(db, async (tx) => {
    await queries.lockIndex(tx);
    const found = await queries.findPublicStories(tx, ids);
    const stories = found.map((story) => ({ ...story, stemmer: stemmerOf(story.language) }));
    const all = await queries.findChaptersToIndex(tx, stories);
    const chapters = withinTransaction(all);
    const left = new Set(all.slice(chapters.length).map(({ story_id }) => story_id));
    await queries.removeHidden(tx, ids);
    await saveStories(tx, stories, left);
    await saveChapters(tx, threads, chapters);
    await queries.saveWords(
      tx,
      stories
        .filter(({ id }) => !left.has(id))
        .map((story) => ({
          id: story.id,
          revision: story.revision,
          names: indexText(story.author),
          labels: labelNames(story).map(indexText),
          hasTexts: hasSpaces(story.language),
        })),
    );
    return [...left];
  });

/** The first chapters, as many as one transaction may have. */
function withinTransaction(chapters: queries.ChapterToIndex[]): queries.ChapterToIndex[] {
  let sum = 0;
  const end = chapters.findIndex(({ bytes }, place) => {
    sum += bytes;
    return place > 0 && sum > maxBytes;
  });
  return end < 0 ? chapters : chapters.slice(0, end);
}

/** The names of a story's content warnings and audience; that a story is for everyone is no label. */
const labelNames = ({ content_warnings, audience }: queries.StoryToIndex): string[] => [
  ...content_warnings.map((warning) => contentWarningNames[warning]),
  ...(audience === 'everyone' ? [] : [audienceNames[audience]]),
];

type Story = queries.StoryToIndex & { stemmer: string };

async function saveStories(tx: Db, stories: Story[], left: ReadonlySet<string>): Promise<void> {
  if (stories.length === 0) return;
  const turn = yieldOften();
  const docs: Parameters<typeof queries.saveStories>[1] = [];
  for (const story of stories) {
    await turn();
    docs.push({
      id: story.id,
      revision: left.has(story.id) ? 0 : story.revision,
      stemmer: story.stemmer,
      titleKey: indexText(story.title),
      title: [indexTitle(story.title), ...titleInitials(story.title)].join(' '),
      description: indexText(story.description),
      author: [indexTitle(story.author), ...nameInitials(story.displayName)].join(' '),
      tags: [...story.tags, ...story.genres].map(indexTitle).join(' '),
    });
  }
  await queries.addStemmers(tx, [...new Set(docs.map(({ stemmer }) => stemmer))]);
  await addWords(
    tx,
    docs.flatMap(({ titleKey, description }) => [titleKey, description]),
  );
  const named = stories.flatMap((story) => [...story.tags, ...story.genres, ...labelNames(story)]);
  await addWords(tx, named.map(indexText));
  await queries.saveStories(tx, docs);
}

async function saveChapters(
  tx: Db,
  threads: Ctx['threads'],
  chapters: queries.ChapterToIndex[],
): Promise<void> {
  if (chapters.length === 0) return;
  const texts = await cut(threads, await queries.findTexts(tx, chapters));
  // No correction has a word of an exclusive chapter.
  await insertWords(
    tx,
    new Set(texts.flatMap(({ words }, place) => (chapters[place]?.is_public ? words : []))),
  );
  await addWords(
    tx,
    chapters.filter(({ is_public }) => is_public).map(({ title }) => indexText(title)),
  );
  await queries.removeChapters(
    tx,
    chapters.map(({ id }) => id),
  );
  // Last, because its foreign keys lock rows that writers of the stories wait for.
  await queries.savePieces(
    tx,
    chapters.flatMap((chapter, place) => piecesOf(chapter, texts[place]?.pieces ?? [])),
  );
  await queries.markOutdated(
    tx,
    chapters.filter(({ is_public }) => !is_public).map(({ id }) => id),
  );
}

async function cut(threads: Ctx['threads'], contents: string[]): Promise<CutText[]> {
  const length = contents.reduce((sum, content) => sum + content.length, 0);
  if (length < minThreadedText) return cutTexts({ contents });
  return (await threads.run(worker, 'cutTexts', { contents })) as CutText[];
}

function piecesOf(chapter: queries.ChapterToIndex, pieces: CutText['pieces']) {
  const title = indexTitle(chapter.title);
  const common = {
    storyId: chapter.story_id,
    chapterId: chapter.id,
    stemmer: chapter.stemmer,
    version: chapter.version,
  };
  return [
    { ...common, piece: 0, text: '', title, words: '' },
    ...pieces.map(({ words, text }, index) => ({
      ...common,
      piece: index + 1,
      text,
      // So that words of the title and of the text are found together.
      title: index === 0 ? title : '',
      words,
    })),
  ];
}

const insertWords = (tx: Db, words: ReadonlySet<string>) =>
  queries.addWords(
    tx,
    [...words].map((word) => ({ word, latin: toLatin(word) })),
  );

/** Adds the words of texts as `indexText` returns them. */
const addWords = (tx: Db, texts: string[]) =>
  insertWords(tx, new Set(texts.flatMap((text) => text.split(' ')).filter((word) => isCorrectable(word))));
