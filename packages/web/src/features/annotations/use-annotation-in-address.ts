import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { showNotice } from '../../lib/notify.ts';
import { jumpToPassage } from '../chapters/reader/jump-to-passage.ts';
import { describe } from './describe.ts';
import { placeOnPage, whyUnplaced } from './place-on-page.ts';
import type { TextMap } from './text-map.ts';
import type { ChapterAnnotations } from './use-chapter-annotations.ts';

/** Jumps once to the annotation that the address names, as links from the page of all annotations do. */
export function useAnnotationInAddress(
  map: TextMap | null,
  { saved, isLoading }: Pick<ChapterAnnotations, 'saved' | 'isLoading'>,
  announce: (text: string) => void,
): void {
  const [search, setSearch] = useSearchParams();
  const id = search.get('annotation');
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (id === null || map === null || isLoading || done.current === id) return;
    const annotation = saved.find(({ _id }) => _id === id);
    const place = annotation && placeOnPage(map.chapter, map.blocks, annotation);
    done.current = id;
    if (annotation && place && jumpToPassage(map.element, map.chapter, place.from, place.to))
      announce(describe(annotation));
    else showNotice(annotation ? whyUnplaced(map.chapter, annotation) : 'This annotation couldn’t be found.');
    // A reload should open the chapter where the reader is then.
    setSearch(
      (before) => {
        before.delete('annotation');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [id, map, saved, isLoading, announce, setSearch]);
}
