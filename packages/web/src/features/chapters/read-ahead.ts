import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchPage } from '../../lib/page-scripts.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { savesData } from '../../lib/saves-data.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { openingQuery } from '../stories/stories.api.ts';
import { prefetchChapter } from './chapters.api.ts';

/** Fetches the chapter that a page's main link leads to, and the reading screen's script, once the page has been opened. */
export function useReadAhead(storyId: string, chapterId: string | undefined): void {
  const client = useQueryClient();
  const opened = useOpened();
  useEffect(() => {
    if (!opened || chapterId === undefined || savesData()) return;
    void prefetchChapter(client, chapterId);
    // A failed fetch is ignored: the script is fetched again when it is needed.
    fetchPage(paths.reading(storyId)).catch(() => undefined);
  }, [client, opened, storyId, chapterId]);
}

/**
 * Handlers of a link to the reading screen: the reader's places in the story are fetched as soon as the pointer or the
 * focus reaches it. Not before, since another device may change them.
 */
export function readIntent(storyId: string) {
  const fetchPlaces = () => void prefetch(openingQuery(storyId));
  return { onPointerEnter: fetchPlaces, onFocus: fetchPlaces };
}
