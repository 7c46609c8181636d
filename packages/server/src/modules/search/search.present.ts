import type { FoundChapter, FoundStory, MarkedText } from '@inkling/contract/search';
import type { Story } from '@inkling/contract/stories';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/db/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { yieldOften } from '../../platform/yield-often.ts';
import { stemWords } from './find.queries.ts';
import { stemmerOf } from './languages.ts';
import { excerptOf, matchesIn, wordsToStem } from './marks.ts';
import type { FoundChapterRow } from './page.queries.ts';
import type { Terms } from './query-forms.ts';

const maxStems = 20_000;
const stemCaches = perInstance((_db: Db) => new LRUCache<string, string>({ max: maxStems }));

/** A text to mark, in the language of its story. */
interface Markable {
  text: string;
  language: string;
}

/**
 * The stems of those words of texts that may match. One statement for all texts, and none if the words are known.
 */
async function stemsOfTexts(
  db: Db,
  texts: Markable[],
  query: readonly Terms[],
): Promise<(text: Markable) => (word: string) => string | undefined> {
  const cache = stemCaches(db);
  const stems = new Map<string, string>();
  const missing = new Map<string, { stemmer: string; word: string }>();
  const turn = yieldOften();
  for (const { text, language } of texts) {
    const stemmer = stemmerOf(language);
    if (stemmer === 'simple') continue;
    await turn();
    for (const word of wordsToStem(text, query)) {
      const key = `${stemmer} ${word}`;
      const known = cache.get(key);
      if (known !== undefined) stems.set(key, known);
      else missing.set(key, { stemmer, word });
    }
  }
  const found = missing.size === 0 ? [] : await stemWords(db, [...missing.values()]);
  for (const [index, [key, { word }]] of [...missing].entries()) {
    const stem = found[index] ?? word;
    stems.set(key, stem);
    cache.set(key, stem);
  }
  return ({ language }) => {
    const stemmer = stemmerOf(language);
    return (word) => stems.get(`${stemmer} ${word}`);
  };
}

/** Stories with the matches in title and description. */
export async function presentFoundStories(
  db: Db,
  stories: Story[],
  query: readonly Terms[],
): Promise<FoundStory[]> {
  const markable = ({ language }: Story, text: string): Markable => ({ language, text });
  const texts = stories.flatMap((story) => [
    markable(story, story.title),
    markable(story, story.description),
  ]);
  const stemIn = await stemsOfTexts(db, texts, query);
  const turn = yieldOften();
  const found: FoundStory[] = [];
  for (const story of stories) {
    await turn();
    const matches = (text: string) => matchesIn(text, query, stemIn(markable(story, text)));
    found.push({
      story,
      title: { text: story.title, matches: matches(story.title) },
      description: excerptOf(story.description, matches(story.description)),
    });
  }
  return found;
}

/** Chapters with the matches in their titles and, for signed-in people, in an excerpt. */
export async function presentFoundChapters(
  db: Db,
  rows: FoundChapterRow[],
  query: readonly Terms[],
): Promise<FoundChapter[]> {
  const texts = rows.flatMap(({ title, text, language }) => [
    { text: title, language },
    ...(text === null ? [] : [{ text, language }]),
  ]);
  const stemIn = await stemsOfTexts(db, texts, query);
  const turn = yieldOften();
  const found: FoundChapter[] = [];
  for (const row of rows) {
    await turn();
    const matches = (text: string) => matchesIn(text, query, stemIn({ text, language: row.language }));
    const excerpt: MarkedText | null = row.text === null ? null : excerptOf(row.text, matches(row.text));
    found.push({
      _id: row.id,
      title: { text: row.title, matches: matches(row.title) },
      chapterNumber: row.number,
      story: { _id: row.story_id, title: row.story_title, language: row.language },
      author: { username: row.username, displayName: row.display_name || row.username },
      stats: { views: row.views },
      excerpt,
      isAhead: row.is_ahead,
    });
  }
  return found;
}
