import type { FoundChapter, FoundStory } from '@inkling/contract/search';
import type { Story } from '@inkling/contract/stories';
import type { Db } from '../../platform/db/db.ts';
import type { PolicyViewer } from '../../platform/policy.ts';
import { yieldOften } from '../../platform/threads.ts';
import { isSpoilerFor } from '../chapters/index.ts';
import { stemmerOf } from './languages.ts';
import { excerptOf, markerOf, type Range, rangesIn } from './marks.ts';
import type { FoundChapterRow } from './page.queries.ts';
import type { Terms } from './query-forms.ts';
import type { Results } from './results.ts';
import { type Token, titleTokens, tokensOf } from './tokens.ts';
import { stemsOf } from './words.queries.ts';

/** A title and a text of a result, if it is shown, in the language of its story. */
interface Markable {
  title: string;
  text: string | null;
  language: string;
}

/**
 * Finds the matches in texts. One statement finds the stems of those words that may match, and none if all are known.
 */
export async function matchesOf(
  db: Db,
  texts: { text: string; language: string; isTitle: boolean }[],
  query: readonly Terms[],
) {
  const markers = new Map<string, ReturnType<typeof markerOf>>();
  const words = new Map<string, Set<string>>();
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
    const some = words.get(stemmer) ?? new Set();
    words.set(stemmer, some);
    for (const word of marker.wordsToStem(tokens)) some.add(word);
  }
  const stems = await stemsOf(db, words);
  const fitting = new Map(
    [...markers].map(([stemmer, marker]) => [stemmer, marker.fitting(stems.get(stemmer) ?? new Map())]),
  );
  const ranges: Range[][] = [];
  for (const { tokens, stemmer } of split) {
    await turn();
    ranges.push(rangesIn(tokens, fitting.get(stemmer) ?? (() => null)));
  }
  return ranges;
}

/** The matches in the titles of results, and the best parts of their texts. */
async function mark(db: Db, items: Markable[], query: readonly Terms[]) {
  const texts = items.flatMap(({ title, text, language }) => [
    { text: title, language, isTitle: true },
    { text: text ?? '', language, isTitle: false },
  ]);
  const ranges = await matchesOf(db, texts, query);
  return items.map(({ text }, index) => ({
    title: ranges[2 * index] ?? [],
    excerpt: text === null ? null : excerptOf(text, ranges[2 * index + 1] ?? []),
  }));
}

/** Stories with the matches in title and description, and the words that they do not have. */
export async function presentFoundStories(
  db: Db,
  stories: Story[],
  { query, missing }: Pick<Results, 'query' | 'missing'>,
): Promise<FoundStory[]> {
  const items = stories.map(({ title, description: text, language }) => ({ title, text, language }));
  const marked = await mark(db, items, query);
  return stories.map((story, index): FoundStory => {
    const { title = [], excerpt } = marked[index] ?? {};
    const marks = { title, description: excerpt ?? excerptOf('', []), missing: missing.get(story._id) ?? [] };
    return { ...story, marks };
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
  query: readonly Terms[],
  anyway: boolean,
): Promise<FoundChapter[]> {
  const chapters = rows.map((row) => {
    const isAhead = isSpoilerFor(viewer, { isAhead: row.is_ahead, authorId: row.author_id, writerId: null });
    const hasExcerpt = viewer !== null && (!isAhead || anyway);
    return { ...row, isAhead, text: hasExcerpt ? (row.text ?? '') : null };
  });
  const marked = await mark(db, chapters, query);
  return chapters.map((row, index) => ({
    _id: row.id,
    title: row.title,
    marks: { title: marked[index]?.title ?? [] },
    chapterNumber: row.number,
    story: { _id: row.story_id, title: row.story_title, language: row.language },
    author: { username: row.username, displayName: row.display_name || row.username },
    stats: { views: row.views },
    excerpt: marked[index]?.excerpt ?? null,
    isAhead: row.isAhead,
  }));
}
