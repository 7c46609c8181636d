import type { ParagraphText } from './paragraphs.ts';

/** How many characters two texts have in common at their beginning and, behind that, at their end. */
function commonEnds(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end))
    end += 1;
  return start + end;
}

/**
 * The share (0 to 1) of a text's characters that are still there: of each paragraph that the next text has under the
 * same id, what is before and behind the change. What is replaced by other words of the same length is not kept.
 */
export function retainedShare(old: ParagraphText[], next: ParagraphText[]): number {
  const nextById = new Map(next.map(({ id, text }) => [id, text]));
  let [kept, total] = [0, 0];
  for (const { id, text } of old) {
    total += text.length;
    const found = nextById.get(id);
    if (found !== undefined) kept += found === text ? text.length : commonEnds(text, found);
  }
  return total === 0 ? 1 : kept / total;
}
