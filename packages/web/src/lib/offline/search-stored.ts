import { plainText } from '@inkling/contract/chapter-text';
import type { Chapter } from '@inkling/contract/chapters';
import type { Opening } from '@inkling/contract/library';
import { searchLimits } from '@inkling/contract/limits';
import type { FoundInStory, MarkedText } from '@inkling/contract/search';
import { cacheAddress, readJson } from './offline-store.ts';
import { offlineJson as json } from './uncached-response.ts';

/** Where the words are in a text, whatever their letter case; null if one of them is missing. */
function matchesIn(text: string, words: readonly string[]): [number, number][] | null {
  const lower = text.toLowerCase();
  // Letters whose two forms have other lengths, such as İ, would move what is marked.
  if (lower.length !== text.length) return null;
  const found = words.map((word) => lower.indexOf(word));
  if (found.includes(-1)) return null;
  return found
    .map((at, index): [number, number] => [at, at + (words[index]?.length ?? 0)])
    .toSorted(([a], [b]) => a - b);
}

/** The paragraphs of a chapter that have all words. */
function excerptsIn(content: string, words: readonly string[]): MarkedText[] {
  const excerpts: MarkedText[] = [];
  for (const text of plainText(content).split('\n')) {
    const matches = matchesIn(text, words);
    if (matches !== null) excerpts.push({ text, matches });
    if (excerpts.length === searchLimits.excerpts) break;
  }
  return excerpts;
}

/** Searches the stored chapters of a story by the typed words as they are; undefined if the story is not stored. */
export async function searchStored(storyId: string, query: URLSearchParams): Promise<Response | undefined> {
  const kept = await readJson<{ data: Opening }>(cacheAddress.reading(storyId));
  if (kept === undefined) return undefined;
  const { chapters, places, lastChapterRead } = kept.data;
  const words = (query.get('q') ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const opened = new Set([lastChapterRead, ...places.map(({ chapter }) => chapter)]);
  const reached = Math.max(
    0,
    ...chapters.filter(({ _id }) => opened.has(_id)).map(({ chapterNumber }) => chapterNumber),
  );
  const found: FoundInStory[] = [];
  for (const { _id, title, chapterNumber } of chapters) {
    if (chapterNumber <= Number(query.get('after')) || words.length === 0) continue;
    const stored = await readJson<{ data: Chapter }>(cacheAddress.chapter(_id));
    const excerpts = stored === undefined ? [] : excerptsIn(stored.data.content, words);
    if (excerpts.length === 0) continue;
    const isAhead = chapterNumber > reached;
    const shown = isAhead && query.get('anyway') !== 'true' ? [] : excerpts;
    found.push({ _id, title, chapterNumber, isAhead, excerpts: shown });
  }
  const data = found.slice(0, searchLimits.inStory);
  return json({ data, next: found.length > data.length ? (data.at(-1)?.chapterNumber ?? null) : null });
}
