import type { ParsedBlock } from '@inkling/contract/chapter-text';
import type { Chapter } from '@inkling/contract/chapters';
import { type Place, placeIn } from './passage.ts';

type ShownChapter = Pick<Chapter, '_id' | 'content' | 'version'>;

interface Placed {
  _id: string;
  version: number;
  isTextChanged: boolean;
  startOffset: number;
  endOffset: number;
  selectedText: string;
}

/** The places in the text that was shown last, by the annotation's id. */
let known = { chapterId: '', content: '', places: new Map<string, Place>() };

/**
 * Where an annotation is in the chapter as the page shows it, whose parsed lines are `blocks`; null if that is not certain.
 * A place that was certain in this text stays so when the server carries the annotation over to another version.
 */
export function placeOnPage(
  { _id: chapterId, content, version }: ShownChapter,
  blocks: readonly ParsedBlock[],
  annotation: Placed,
): Place | null {
  if (known.chapterId !== chapterId || known.content !== content)
    known = { chapterId, content, places: new Map() };
  const place = placeIn({ version, blocks }, annotation);
  if (place === null) return known.places.get(annotation._id) ?? null;
  known.places.set(annotation._id, place);
  return place;
}

/** Why an annotation has no place: its passage has changed, or its version and the page's differ until it is carried over. */
export const whyUnplaced = ({ version }: ShownChapter, annotation: Placed): string =>
  annotation.version !== version && !annotation.isTextChanged
    ? 'This chapter has just changed. Try again in a moment, or reload the page.'
    : 'This passage has changed since you marked it.';
