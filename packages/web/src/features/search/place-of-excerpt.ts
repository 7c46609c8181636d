import { parseChapterText } from '@inkling/contract/chapter-text';
import type { MarkedText } from '@inkling/contract/search';

/**
 * Where the first match of an excerpt is in a chapter's content, in UTF-16 units; null if the text no longer has it. An
 * excerpt is a paragraph as readers see it, or the part of one between ellipses.
 */
export function placeOfExcerpt(content: string, { text, matches }: MarkedText): [number, number] | null {
  const shown = text.replace(/^…|…$/g, '');
  const cut = text.startsWith('…') ? 1 : 0;
  const [first, last] = matches[0] ?? [cut, cut + shown.length];
  for (const { runs } of parseChapterText(content)) {
    const line = runs.map((run) => run.text).join('');
    const at = line.replace(/[^\S ]/g, ' ').indexOf(shown);
    if (at === -1) continue;
    /** The offset in the content of a character that is seen. */
    const offset = (seen: number): number => {
      let left = seen;
      for (const run of runs) {
        if (left < run.text.length) return run.from + left;
        left -= run.text.length;
      }
      return runs.at(-1)?.to ?? 0;
    };
    return [offset(at + first - cut), offset(at + last - cut - 1) + 1];
  }
  return null;
}
