import type { Chapter } from '@inkling/contract/chapters';
import { type RefObject, useEffect, useState } from 'react';
import { type TextMap, textMapOf } from './text-map.ts';

/** Maps a chapter's text on the page to its content; null until it is shown. */
export function useTextMap(
  text: RefObject<HTMLElement | null>,
  { content, paragraphIds }: Pick<Chapter, 'content' | 'paragraphIds'>,
): TextMap | null {
  const [map, setMap] = useState<TextMap | null>(null);
  useEffect(() => {
    setMap(text.current && textMapOf(text.current, { content, paragraphIds }));
  }, [text, content, paragraphIds]);
  return map;
}
