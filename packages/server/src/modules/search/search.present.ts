import type { FoundChapter, FoundStory, MarkedText } from '@inkling/contract/search';
import type { Story } from '@inkling/contract/stories';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/db/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import type { PolicyViewer } from '../../platform/policy.ts';
import { yieldOften } from '../../platform/yield-often.ts';
import { isSpoilerFor } from '../chapters/index.ts';
import { stemWords } from './find.queries.ts';
import { stemmerOf } from './languages.ts';
import { excerptOf, markerOf, type Range, rangesIn } from './marks.ts';
import type { FoundChapterRow } from './page.queries.ts';
import type { Terms } from './query-forms.ts';
import { type Token, tokensOf } from './tokens.ts';

const maxStems = 20_000;
const stemCaches = perInstance((_db: Db) => new LRUCache<string, string>({ max: maxStems }));

/** A text to mark, in the language of its story. */
interface Markable {
  text: string;
  language: string;
}

/**
 * Finds the matches in texts. One statement finds the stems of those words that may match, and none if all are known.
 */
async function matchesOf(db: Db, texts: Markable[], query: readonly Terms[]): Promise<Range[][]> {
  const cache = stemCaches(db);
  const marker = markerOf(query);
  const missing = new Map<string, { stemmer: string; word: string }>();
  const turn = yieldOften();
  const split: { tokens: Token[]; stemmer: string }[] = [];
  for (const { text, language } of texts) {
    await turn();
    const stemmer = stemmerOf(language);
    const tokens = [...tokensOf(text)];
    split.push({ tokens, stemmer });
    if (stemmer === 'simple') continue;
    for (const word of marker.wordsToStem(tokens)) {
      const key = `${stemmer} ${word}`;
      if (!cache.has(key)) missing.set(key, { stemmer, word });
    }
  }
  const stems = missing.size === 0 ? [] : await stemWords(db, [...missing.values()]);
  const found = new Map([...missing].map(([key, { word }], index) => [key, stems[index] ?? word]));
  for (const [key, stem] of found) cache.set(key, stem);
  const fitting = new Map<string, ReturnType<typeof marker.fitting>>();
  const ranges: Range[][] = [];
  for (const { tokens, stemmer } of split) {
    await turn();
    const fitsOf =
      fitting.get(stemmer) ??
      marker.fitting((word) => found.get(`${stemmer} ${word}`) ?? cache.get(`${stemmer} ${word}`));
    fitting.set(stemmer, fitsOf);
    ranges.push(rangesIn(tokens, fitsOf));
  }
  return ranges;
}

/** Marks of the first results, which most requests for a query ask for, with the texts that they belong to. */
export interface KnownMarks {
  stories: Map<string, { story: Story; title: MarkedText; description: MarkedText }>;
  chapters: Map<
    string,
    { row: Omit<FoundChapterRow, 'text'>; title: MarkedText; excerpt: MarkedText | null }
  >;
}

/** How many of each are kept, and an upper bound of their size in bytes: titles and excerpts of a few hundred characters. */
const maxKnown = 20;
export const knownMarksBytes = 2 * maxKnown * 2000;
export const noMarks = (): KnownMarks => ({ stories: new Map(), chapters: new Map() });

function remember<Value>(known: Map<string, Value>, key: string, value: Value): Value {
  if (known.size < maxKnown || known.has(key)) known.set(key, value);
  return value;
}

/** What is found, with what marks its matches. */
interface Found {
  query: readonly Terms[];
  marks: KnownMarks;
}

/** Stories with the matches in title and description. */
export async function presentFoundStories(
  db: Db,
  stories: Story[],
  { query, marks }: Found,
): Promise<FoundStory[]> {
  const isKnown = ({ _id, title, description, language }: Story): boolean => {
    const { story } = marks.stories.get(_id) ?? {};
    return story?.title === title && story.description === description && story.language === language;
  };
  const unknown = stories.filter((story) => !isKnown(story));
  const texts = unknown.flatMap(({ title, description, language }) => [
    { text: title, language },
    { text: description, language },
  ]);
  const ranges = await matchesOf(db, texts, query);
  const made = new Map(
    unknown.map((story, index) => {
      const title = { text: story.title, matches: ranges[2 * index] ?? [] };
      const description = excerptOf(story.description, ranges[2 * index + 1] ?? []);
      return [story._id, remember(marks.stories, story._id, { story, title, description })];
    }),
  );
  return stories.flatMap((story) => {
    const marked = made.get(story._id) ?? marks.stories.get(story._id);
    return marked === undefined ? [] : [{ ...marked, story }];
  });
}

const chapterKey = ({ id, piece }: { id: string; piece: number }): string => `${id} ${piece}`;

/** Those of these chapters whose excerpts are not known; visitors get none. */
export const withoutExcerpt = ({ marks }: Found, chapter: { id: string; piece: number }): boolean =>
  (marks.chapters.get(chapterKey(chapter))?.excerpt ?? null) === null;

/**
 * Chapters with the matches in their titles and, for signed-in people, in an excerpt; for those that the viewer has not
 * reached only in that of the chapter `anyway`.
 */
export async function presentFoundChapters(
  db: Db,
  viewer: PolicyViewer,
  rows: FoundChapterRow[],
  { query, marks }: Found,
  anyway: string | undefined,
): Promise<FoundChapter[]> {
  const isKnown = (row: FoundChapterRow): boolean => {
    const known = marks.chapters.get(chapterKey(row));
    if (known?.row.version !== row.version || known.row.title !== row.title) return false;
    return row.text === null || known.excerpt !== null;
  };
  const unknown = rows.filter((row) => !isKnown(row));
  const texts = unknown.flatMap(({ title, text, language }) => [
    { text: title, language },
    { text: text ?? '', language },
  ]);
  const ranges = await matchesOf(db, texts, query);
  const made = new Map(
    unknown.map((row, index) => {
      const { text, ...kept } = row;
      const title = { text: row.title, matches: ranges[2 * index] ?? [] };
      const excerpt = text === null ? null : excerptOf(text, ranges[2 * index + 1] ?? []);
      return [chapterKey(row), remember(marks.chapters, chapterKey(row), { row: kept, title, excerpt })];
    }),
  );
  return rows.flatMap((row) => {
    const marked = made.get(chapterKey(row)) ?? marks.chapters.get(chapterKey(row));
    if (marked === undefined) return [];
    const isAhead = isSpoilerFor(viewer, { isAhead: row.is_ahead, authorId: row.author_id, writerId: null });
    const hasExcerpt = row.text !== null && (!isAhead || row.id === anyway);
    return [
      {
        _id: row.id,
        title: marked.title,
        chapterNumber: row.number,
        story: { _id: row.story_id, title: row.story_title, language: row.language },
        author: { username: row.username, displayName: row.display_name || row.username },
        stats: { views: row.views },
        excerpt: hasExcerpt ? marked.excerpt : null,
        isAhead,
      },
    ];
  });
}
