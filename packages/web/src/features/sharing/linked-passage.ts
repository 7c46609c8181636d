import type { Chapter } from '@inkling/contract/chapters';
import type { Passage } from '@inkling/contract/passage-link';

/** The passage between two offsets in a chapter's content, as a link names it; null if there is no paragraph. */
export function linkedPassage(
  { content, paragraphIds, version }: Pick<Chapter, 'content' | 'paragraphIds' | 'version'>,
  startOffset: number,
  endOffset: number,
): Passage | null {
  let beginning = 0;
  for (const [index, line] of content.split('\n').entries()) {
    const end = beginning + line.length;
    const paragraph = paragraphIds[index] ?? null;
    if (startOffset <= end && paragraph !== null) {
      const from = Math.max(0, startOffset - beginning);
      const to = endOffset - beginning;
      return to > from ? { version, paragraph, from, to } : null;
    }
    beginning = end + 1;
  }
  return null;
}
