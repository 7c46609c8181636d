import { firstAtLeast, type Passage, shownText } from '../chapters/index.ts';

/**
 * Returns a chapter's content with other words in place of a passage. Returns null if readers would see anything else change:
 * for a passage that spans lines or has marks inside, and for words that would become marks themselves.
 */
export function replacePassage(
  content: string,
  { start, end, selectedText }: Pick<Passage, 'start' | 'end' | 'selectedText'>,
  words: string,
): string | null {
  if (content.slice(start, end) !== selectedText || selectedText.includes('\n')) return null;
  const from = start === 0 ? 0 : content.lastIndexOf('\n', start - 1) + 1;
  const newline = content.indexOf('\n', end);
  const to = newline === -1 ? content.length : newline;
  const line = content.slice(from, to);
  const next = line.slice(0, start - from) + words + line.slice(end - from);
  const [before, after] = [shownText(line), shownText(next)];
  const at = firstAtLeast(before.at, start - from);
  const wanted = before.text.slice(0, at) + words + before.text.slice(at + selectedText.length);
  if (before.text.slice(at, at + selectedText.length) !== selectedText || after.text !== wanted) return null;
  return content.slice(0, from) + next + content.slice(to);
}
