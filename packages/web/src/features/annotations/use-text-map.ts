import type { Chapter } from '@inkling/contract/chapters';
import { type RefObject, useEffect, useState } from 'react';
import { type TextMap, textMapOf } from './text-map.ts';

/** Maps a chapter's text on the page to its content; null until it is shown. */
export function useTextMap(
  text: RefObject<HTMLElement | null>,
  { _id, content, paragraphIds, version }: Pick<Chapter, '_id' | 'content' | 'paragraphIds' | 'version'>,
): TextMap | null {
  const [map, setMap] = useState<TextMap | null>(null);
  useEffect(() => {
    setMap(text.current && textMapOf(text.current, { _id, content, paragraphIds, version }));
  }, [text, _id, content, paragraphIds, version]);
  return map;
}
