import type { AnyAnnotation, PassageBookmark } from '@inkling/contract/annotations';
import { defaultBookmarkTitle } from '@inkling/contract/bookmark-title';
import { colors, knownColor } from './colors.ts';

const shortLength = 80;

/** The beginning of a text on one line, with an ellipsis if there is more. */
export function shortened(text: string, max = shortLength): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length > max ? `${characters.slice(0, max).join('').trimEnd()}…` : characters.join('');
}

/** A bookmark's title; null if it only repeats the words, which are shown beside it. */
export function bookmarkTitle({ title, originalText, selectedText }: PassageBookmark): string | null {
  const words = (originalText ?? selectedText).replace(/\s+/g, ' ').trim();
  const isRepeated = title === words || title === defaultBookmarkTitle(words);
  return isRepeated ? null : title || 'Untitled Bookmark';
}

/** What an annotation is called where only its name fits, for example for screen readers. */
export function describe(annotation: AnyAnnotation): string {
  const words = `“${shortened(annotation.selectedText)}”`;
  const note = annotation.note === '' ? '' : ', with a note';
  if (annotation.kind === 'highlight')
    return `${colors[knownColor(annotation.color)].name} highlight: ${words}${note}`;
  const title = bookmarkTitle(annotation);
  return `Bookmark${title === null ? '' : ` ${title}`}: ${words}${note}`;
}
