import { annotationLimits } from './limits.ts';

/** The title of a bookmark without one: the first characters of its words, none of them split. */
export function defaultBookmarkTitle(selectedText: string): string {
  const text = selectedText.replace(/\s+/g, ' ').trim();
  const characters = [...new Intl.Segmenter().segment(text.slice(0, 4 * annotationLimits.defaultTitle))];
  const start = characters.slice(0, annotationLimits.defaultTitle).map(({ segment }) => segment);
  return start.join('').length < text.length ? `${start.join('').trimEnd()}...` : text;
}
