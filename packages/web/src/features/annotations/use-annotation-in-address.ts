import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { showNotice } from '../../lib/notify.ts';
import { jumpToPassage } from '../chapters/reader/jump-to-passage.ts';
import { describe } from './describe.ts';
import { betweenVersionsText, isBetweenVersions, placeOnPage } from './place-on-page.ts';
import type { TextMap } from './text-map.ts';
import type { ChapterAnnotations } from './use-chapter-annotations.ts';

/** How long the server is given to find the place of an annotation in a text that has just changed. */
const carryOverMs = 10_000;

/** Jumps once to the annotation that the address names, as links from the page of all annotations do. */
export function useAnnotationInAddress(
  map: TextMap | null,
  { saved, isLoading }: Pick<ChapterAnnotations, 'saved' | 'isLoading'>,
  announce: (text: string) => void,
): void {
  const [search, setSearch] = useSearchParams();
  const id = search.get('annotation');
  const done = useRef<string | null>(null);
  const [waitedFor, setWaitedFor] = useState<string | null>(null);
  useEffect(() => {
    if (id === null || map === null || isLoading || done.current === id) return;
    const annotation = saved.find(({ _id }) => _id === id);
    const place = annotation && placeOnPage(map.chapter, map.blocks, annotation);
    const isBetween = annotation !== undefined && !place && isBetweenVersions(map.chapter, annotation);
    if (isBetween && waitedFor !== id) {
      const timer = setTimeout(() => setWaitedFor(id), carryOverMs);
      return () => clearTimeout(timer);
    }
    done.current = id;
    if (annotation && place && jumpToPassage(map.element, map.chapter, place.from, place.to))
      announce(describe(annotation));
    else if (isBetween) showNotice(betweenVersionsText);
    else
      showNotice(
        annotation ? 'This passage has changed since you marked it.' : 'This annotation couldn’t be found.',
      );
    // A reload should open the chapter where the reader is then.
    setSearch(
      (before) => {
        before.delete('annotation');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [id, map, saved, isLoading, announce, setSearch, waitedFor]);
}
