import type { FoundChapter, FoundStory, MarkedText } from '@inkling/contract/search';
import type { Story } from '@inkling/contract/stories';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/db/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import type { PolicyViewer } from '../../platform/policy.ts';
import { yieldOften } from '../../platform/yield-often.ts';
import { isSpoilerFor } from '../chapters/index.ts';
import { stemmerOf } from './languages.ts';
import { excerptOf, markerOf, type Range, rangesIn } from './marks.ts';
import type { FoundChapterRow } from './page.queries.ts';
import type { Terms } from './query-forms.ts';
import { type Token, titleTokens, tokensOf } from './tokens.ts';
import { stemWords } from './words.queries.ts';

const maxStems = 20_000;
const stemCaches = perInstance((_db: Db) => new LRUCache<string, string>({ max: maxStems }));

/** A title and a text of a result, if it is shown, in the language of its story. */
interface Markable {
  id: string;
  title: string;
  text: string | null;
  language: string;
  /** Changes with title and text. */
  revision: string;
}

/** The same with its matches; an excerpt of the text. */
interface Marked {
  revision: string;
  title: MarkedText;
  excerpt: MarkedText | null;
}

/** Marks of the first results, which most requests for a query ask for, by the ids of what they belong to. */
export type KnownMarks = Map<string, Marked>;

/** How many are kept, and an upper bound of their size in bytes: titles and excerpts of a few hundred characters. */
const maxKnown = 40;
export const knownMarksBytes = maxKnown * 2000;

/** What is found, with what marks its matches. */
interface Found {
  query: readonly Terms[];
  marks: KnownMarks;
}

/**
 * Finds the matches in texts. One statement finds the stems of those words that may match, and none if all are known.
 */
export async function matchesOf(
  db: Db,
  texts: { text: string; language: string; isTitle: boolean }[],
  query: readonly Terms[],
) {
  const cache = stemCaches(db);
  const markers = new Map<string, ReturnType<typeof markerOf>>();
  const missing = new Map<string, { stemmer: string; word: string }>();
  const turn = yieldOften();
  const split: { tokens: Token[]; stemmer: string }[] = [];
  for (const { text, language, isTitle } of texts) {
    await turn();
    const stemmer = stemmerOf(language);
    const marker = markers.get(stemmer) ?? markerOf(query, stemmer);
    markers.set(stemmer, marker);
    const tokens = isTitle ? titleTokens(text) : [...tokensOf(text)];
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
  const stemIn = (stemmer: string) => (word: string) =>
    found.get(`${stemmer} ${word}`) ?? cache.get(`${stemmer} ${word}`);
  const fitting = new Map(
    [...markers].map(([stemmer, marker]) => [stemmer, marker.fitting(stemIn(stemmer))]),
  );
  const ranges: Range[][] = [];
  for (const { tokens, stemmer } of split) {
    await turn();
    ranges.push(rangesIn(tokens, fitting.get(stemmer) ?? (() => null)));
  }
  return ranges;
}

/** Marks what is not known yet: a text that was not shown before, or another revision. */
async function mark(db: Db, items: Markable[], { query, marks }: Found): Promise<Map<string, Marked>> {
  const known = new Map<string, Marked>();
  const unknown: Markable[] = [];
  for (const item of items) {
    const kept = marks.get(item.id);
    const isKnown = kept?.revision === item.revision && (item.text === null || kept.excerpt !== null);
    if (isKnown) known.set(item.id, kept);
    else unknown.push(item);
  }
  const texts = unknown.flatMap(({ title, text, language }) => [
    { text: title, language, isTitle: true },
    { text: text ?? '', language, isTitle: false },
  ]);
  const ranges = await matchesOf(db, texts, query);
  for (const [index, { id, title, text, revision }] of unknown.entries()) {
    const marked = {
      revision,
      title: { text: title, matches: ranges[2 * index] ?? [] },
      excerpt: text === null ? null : excerptOf(text, ranges[2 * index + 1] ?? []),
    };
    known.set(id, marked);
    if (marks.size < maxKnown || marks.has(id)) marks.set(id, marked);
  }
  return known;
}

/** Stories with the matches in title and description. */
export async function presentFoundStories(db: Db, stories: Story[], found: Found): Promise<FoundStory[]> {
  const items = stories.map(({ _id: id, title, description: text, language }) => ({
    id,
    title,
    text,
    language,
    revision: `${language} ${title} ${text}`,
  }));
  const marked = await mark(db, items, found);
  return stories.flatMap((story) => {
    const { title, excerpt } = marked.get(story._id) ?? {};
    return title && excerpt ? [{ ...story, marks: { title: title.matches, description: excerpt } }] : [];
  });
}

/**
 * Chapters with the matches in their titles and, for signed-in people, in an excerpt; in one of a chapter that the viewer
 * has not reached only `anyway`.
 */
export async function presentFoundChapters(
  db: Db,
  viewer: PolicyViewer,
  rows: FoundChapterRow[],
  found: Found,
  anyway: boolean,
): Promise<FoundChapter[]> {
  const chapters = rows.map((row) => {
    const isAhead = isSpoilerFor(viewer, { isAhead: row.is_ahead, authorId: row.author_id, writerId: null });
    return { ...row, isAhead, hasExcerpt: viewer !== null && (!isAhead || anyway) };
  });
  const items = chapters.map(({ id, title, text, language, version, hasExcerpt }) => ({
    id,
    title,
    text: hasExcerpt ? (text ?? '') : null,
    language,
    revision: `${version} ${title}`,
  }));
  const marked = await mark(db, items, found);
  return chapters.flatMap((row) => {
    const marks = marked.get(row.id);
    if (marks === undefined) return [];
    return [
      {
        _id: row.id,
        title: marks.title.text,
        marks: { title: marks.title.matches },
        chapterNumber: row.number,
        story: { _id: row.story_id, title: row.story_title, language: row.language },
        author: { username: row.username, displayName: row.display_name || row.username },
        stats: { views: row.views },
        excerpt: row.hasExcerpt ? marks.excerpt : null,
        isAhead: row.isAhead,
      },
    ];
  });
}

/** Whether the excerpt of a chapter is not known, so that its text is needed if the viewer sees it. */
export const needsText = ({ marks }: Found, id: string): boolean => !marks.get(id)?.excerpt;
