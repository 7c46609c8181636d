import { parseChapterText } from '@inkling/contract/chapter-text';
import { commentLimits, passageLimits } from '@inkling/contract/limits';
import { isVisible } from '@inkling/contract/text';
import { placesOf } from '../../platform/texts.ts';

/** A version's text as stored. */
export interface VersionText {
  content: string;
  paragraph_ids: number[];
}

export interface PassageToFind {
  /** The version that the offsets refer to, and the current version: the same object if that is it. */
  marked: VersionText;
  current: VersionText;
  startOffset: number;
  endOffset: number;
}

/** The paragraph in which a passage begins, and what readers see there, cut to the limit. */
export interface FoundPassage {
  paragraph: number;
  quote: string;
}

/** What readers see of a paragraph, and of those after it as far as a quotation can reach. */
export interface CommentedText {
  id: number;
  own: string;
  following: string;
}

/** Shortens a text to the limit without splitting a character. */
function cut(text: string): string {
  if (text.length <= commentLimits.quote) return text;
  return `${text.slice(0, commentLimits.quote - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Each paragraph of a text with its id and the offsets of its line; blank lines are not paragraphs. */
function* paragraphsOf({ content, paragraph_ids }: VersionText) {
  const ids = paragraph_ids.values();
  for (let from = 0; from <= content.length; ) {
    const end = content.indexOf('\n', from);
    const to = end < 0 ? content.length : end;
    const line = content.slice(from, to);
    if (line.trim() !== '') {
      const { value: id } = ids.next();
      if (id !== undefined) yield { id, line, from, to };
    }
    from = to + 1;
  }
}

/** What readers see of a line from `start` up to `end`. */
const shownText = (line: string, start = 0, end = line.length): string =>
  parseChapterText(line)
    .flatMap(({ runs }) => runs)
    .map((run) => run.text.slice(Math.max(0, start - run.from), Math.max(0, end - run.from)))
    .join('');

function passageAt(text: VersionText, start: number, end: number): FoundPassage | null {
  let paragraph: number | null = null;
  let quote = '';
  for (const { id, line, from, to } of paragraphsOf(text)) {
    if (from >= end || quote.length > commentLimits.quote) break;
    if (to <= start) continue;
    const shown = shownText(line, start - from, end - from);
    if (!isVisible(shown)) continue;
    paragraph ??= id;
    quote += quote === '' ? shown.trimStart() : ` ${shown.trim()}`;
  }
  return paragraph === null ? null : { paragraph, quote: quote.trimEnd() };
}

/**
 * Finds the passage that a reader has marked. Of an older version only the paragraph counts: all that is quoted is in the
 * current text, since readers may never have seen the older one. Null for a passage that is no longer there.
 */
export function findPassageIn({
  marked,
  current,
  startOffset,
  endOffset,
}: PassageToFind): FoundPassage | null {
  const found = passageAt(marked, startOffset, endOffset);
  if (found === null) return null;
  if (current === marked) return { ...found, quote: cut(found.quote) };
  for (const { id, line } of paragraphsOf(current)) {
    if (id !== found.paragraph) continue;
    const shown = shownText(line);
    const isKept =
      found.quote.length >= passageLimits.older && placesOf(found.quote, shown).next().done !== true;
    return { paragraph: id, quote: cut(isKept ? found.quote : shown.trim()) };
  }
  return null;
}

/** Of a current text, the paragraphs with these ids. */
export function commentedTexts({ text, ids }: { text: VersionText; ids: number[] }): CommentedText[] {
  const wanted = new Set(ids);
  const all = [...paragraphsOf(text)];
  const texts: string[] = [];
  const shownAt = (index: number): string => (texts[index] ??= shownText(all[index]?.line ?? ''));
  return all.flatMap(({ id }, index) => {
    if (!wanted.has(id)) return [];
    let following = '';
    for (let at = index + 1; at < all.length && following.length < commentLimits.quote; at += 1)
      if (isVisible(shownAt(at))) following += ` ${shownAt(at).trim()}`;
    return [{ id, own: shownAt(index), following: following.slice(0, commentLimits.quote) }];
  });
}
