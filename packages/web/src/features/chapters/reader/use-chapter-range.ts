import type { Opening } from '@inkling/contract/library';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { storyPageQuery } from '../../stories/stories.api.ts';
import { toastErrors } from '../chapters.api.ts';

type Range = Pick<Opening, 'chapters' | 'places'>;

/**
 * The loaded chapters of a long story, and functions that load more. The nearest new chapter gets the focus; `earlier` and
 * `later` are undefined at the story's ends.
 */
export function useChapterRange(opening: Opening, list: RefObject<HTMLOListElement | null>) {
  const client = useQueryClient();
  const [{ chapters, places }, setRange] = useState<Range>(opening);
  const [busy, setBusy] = useState(false);
  /** The chapter to focus once it is rendered. */
  const focusTarget = useRef<string | null>(null);
  useEffect(() => {
    const index = chapters.findIndex(({ _id }) => _id === focusTarget.current);
    if (index === -1) return;
    focusTarget.current = null;
    list.current?.children[index]?.querySelector('a')?.focus();
  }, [chapters, list]);

  const loadPage = async (
    from: number,
    join: (found: Opening) => Range['chapters'],
    focus: 'first' | 'last',
  ) => {
    setBusy(true);
    const query = { ...storyPageQuery(opening.story._id, { from }), ...toastErrors };
    const found = await client.fetchQuery(query).catch(() => undefined);
    setBusy(false);
    if (found === undefined) return;
    const merged = join(found.data);
    const known = new Set(chapters.map(({ _id }) => _id));
    const added = merged.filter(({ _id }) => !known.has(_id));
    focusTarget.current = (focus === 'first' ? added[0] : added.at(-1))?._id ?? null;
    setRange({ chapters: merged, places: [...places, ...found.data.places] });
  };
  const first = chapters[0]?.chapterNumber ?? 1;
  const last = chapters.at(-1)?.chapterNumber ?? 0;
  const earlier = () =>
    loadPage(
      Math.max(1, first - opening.chapters.length),
      (found) => [...found.chapters.filter(({ chapterNumber }) => chapterNumber < first), ...chapters],
      'last',
    );
  const later = () => loadPage(last + 1, (found) => [...chapters, ...found.chapters], 'first');
  return {
    chapters,
    places,
    busy,
    earlier: first > 1 ? () => void earlier() : undefined,
    later: last < opening.total ? () => void later() : undefined,
  };
}
