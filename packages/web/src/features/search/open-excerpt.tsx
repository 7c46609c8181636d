import type { Chapter } from '@inkling/contract/chapters';
import type { MarkedText } from '@inkling/contract/search';
import { type RefObject, useEffect } from 'react';
import { showNotice } from '../../lib/notify.ts';
import { jumpToPassage } from '../chapters/reader/jump-to-passage.ts';
import { placeOfExcerpt } from './place-of-excerpt.ts';

interface Props {
  chapter: Chapter;
  excerpt: MarkedText;
  text: RefObject<HTMLElement | null>;
}

/** Leads to a passage that was found, once its chapter is on the page. */
export function OpenExcerpt({ chapter, excerpt, text }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, also if the chapter is fetched again
  useEffect(() => {
    const place = placeOfExcerpt(chapter.content, excerpt);
    const isThere = place && text.current && jumpToPassage(text.current, chapter, ...place);
    if (!isThere) showNotice('This passage has changed since it was found.');
  }, [excerpt]);
  return null;
}
