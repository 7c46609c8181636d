import type { AnyAnnotation } from '@inkling/contract/annotations';
import { colorNames, knownColor } from './colors.ts';

const shortLength = 80;

/** The beginning of a text on one line, with an ellipsis if there is more. */
export function shortened(text: string, max = shortLength): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length > max ? `${characters.slice(0, max).join('').trimEnd()}…` : characters.join('');
}

export const bookmarkTitle = (title: string): string => title || 'Untitled Bookmark';

/** What an annotation is called where only its name fits, for example for screen readers. */
export function describe(annotation: AnyAnnotation): string {
  const words = `“${shortened(annotation.selectedText)}”`;
  const note = annotation.note === '' ? '' : ', with a note';
  return annotation.kind === 'highlight'
    ? `${colorNames[knownColor(annotation.color)]} highlight: ${words}${note}`
    : `Bookmark ${bookmarkTitle(annotation.title)}: ${words}${note}`;
}
