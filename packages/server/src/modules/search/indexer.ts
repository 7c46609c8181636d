import { contentWarningNames } from '@inkling/contract/content-warnings';
import { audienceNames } from '@inkling/contract/story-labels';
import type { AppContext } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { yieldOften } from '../../platform/yield-often.ts';
import * as queries from './index.queries.ts';
import { stemmerOf } from './languages.ts';
import { toLatin } from './latin.ts';
import { type CutText, cutTexts, isCorrectable } from './pieces.ts';
import * as queue from './queue.queries.ts';
import { indexText } from './tokens.ts';

type Ctx = Pick<AppContext, 'db' | 'threads'>;

const worker = new URL('./pieces.worker.ts', import.meta.url);
/** Shorter texts (characters in total) are cut in place: passing them to a thread would cost more. */
const minThreadedText = 20_000;
const maxEntries = 200;
/** Bytes of text that one transaction indexes, unless the first text alone has more. */
const maxBytes = 1_000_000;

/**
 * Indexes the next queued texts in one transaction; returns how many entries were done, or 0 while another process
 * indexes. An entry is removed by the transaction that indexes it, so a crash loses none.
 */
export const indexNext = ({ db, threads }: Ctx, max = maxEntries): Promise<number> =>
  transaction(db, async (tx) => {
    if (!(await queue.lockIndex(tx))) return 0;
    // What is read after this is at least as new as these entries.
    const entries = await queue.takeEntries(tx, max);
    if (entries.length === 0) return 0;
    const idsOf = (kind: queue.QueueRow['kind']) => [
      ...new Set(entries.filter((entry) => entry.kind === kind).map(({ target }) => target)),
    ];
    await indexPeople(tx, idsOf('person'));
    await indexStories(tx, idsOf('story'));
    const left = await indexChapters(tx, threads, idsOf('chapter'));
    const done = entries.filter(({ kind, target }) => kind !== 'chapter' || !left.has(target));
    await queue.removeEntries(
      tx,
      done.map(({ id }) => id),
    );
    await queries.raiseRevision(tx);
    return done.length;
  });

/** Like `indexNext`; a text that cannot be indexed goes to the end of the queue, so that it does not block others. */
export async function indexOrPostpone(ctx: Ctx): Promise<number> {
  try {
    return await indexNext(ctx);
  } catch {
    try {
      return await indexNext(ctx, 1);
    } catch (error) {
      await queue.postponeFirst(ctx.db);
      throw error;
    }
  }
}

/** Indexes until the queue is empty. */
export async function indexAll(ctx: Ctx): Promise<void> {
  while ((await indexNext(ctx)) > 0);
}

async function indexPeople(tx: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const people = await queries.findPeople(tx, ids);
  await queries.savePeople(
    tx,
    people.map(({ id, username, display_name }) => ({ id, name: indexText(`${username} ${display_name}`) })),
  );
  await addWords(
    tx,
    people.map(({ username, display_name }) => indexText(`${username} ${display_name}`)),
  );
}

/** The names of a story's content warnings and audience; that a story is for everyone is no label. */
const labelNames = ({ content_warnings, audience }: queries.StoryToIndex): string =>
  [
    ...content_warnings.map((warning) => contentWarningNames[warning]),
    ...(audience === 'everyone' ? [] : [audienceNames[audience]]),
  ].join(' ');

async function indexStories(tx: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const stories = await queries.findPublicStories(tx, ids);
  const found = new Set(stories.map(({ id }) => id));
  await queries.removeStories(
    tx,
    ids.filter((id) => !found.has(id)),
  );
  if (stories.length === 0) return;
  const turn = yieldOften();
  const docs: Parameters<typeof queries.saveStories>[1] = [];
  for (const story of stories) {
    await turn();
    docs.push({
      id: story.id,
      stemmer: stemmerOf(story.language),
      title: indexText(story.title),
      description: indexText(story.description),
      author: indexText(`${story.username} ${story.display_name}`),
      tags: indexText([...story.tags, ...story.genres].join(' ')),
      labels: indexText(labelNames(story)),
    });
  }
  await queries.addStemmers(tx, [...new Set(docs.map(({ stemmer }) => stemmer))]);
  await addWords(
    tx,
    docs.flatMap(({ title, description, tags, labels }) => [title, description, tags, labels]),
  );
  await queries.saveStories(tx, docs);
  await queue.queueChapters(tx, [...found]);
}

/** Returns the chapters that are left for the next transaction. */
async function indexChapters(tx: Db, threads: Ctx['threads'], ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const found = new Map((await queries.findPublicChapters(tx, ids)).map((row) => [row.id, row]));
  // In the order of the queue, as many as fit; the others stay queued.
  const left = new Set<string>();
  const chapters: queries.ChapterToIndex[] = [];
  let bytes = 0;
  for (const id of ids) {
    const chapter = found.get(id);
    if (chapter === undefined) continue;
    bytes += chapter.bytes;
    if (chapters.length > 0 && bytes > maxBytes) left.add(id);
    else chapters.push(chapter);
  }
  const contents = await queries.findTexts(tx, chapters);
  const texts = await cut(threads, contents);
  const pieces = chapters.flatMap((chapter, index) => piecesOf(chapter, texts[index]?.pieces ?? []));
  await queries.addStemmers(tx, [...new Set(pieces.map(({ stemmer }) => stemmer))]);
  const words = new Set(texts.flatMap((text) => text.words));
  await insertWords(tx, words);
  await addWords(
    tx,
    chapters.map(({ title }) => indexText(title)),
  );
  await queries.removeChapters(
    tx,
    ids.filter((id) => !left.has(id)),
  );
  // Last, because its foreign keys lock rows that writers of the stories wait for.
  if (pieces.length > 0) await queries.savePieces(tx, pieces);
  return left;
}

async function cut(threads: Ctx['threads'], contents: string[]): Promise<CutText[]> {
  const length = contents.reduce((sum, content) => sum + content.length, 0);
  if (length < minThreadedText) return cutTexts({ contents });
  return (await threads.run(worker, 'cutTexts', { contents })) as CutText[];
}

function piecesOf(chapter: queries.ChapterToIndex, pieces: CutText['pieces']) {
  const title = indexText(chapter.title);
  const common = {
    storyId: chapter.story_id,
    chapterId: chapter.id,
    stemmer: stemmerOf(chapter.language),
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
