import type { AnyAnnotation } from '@inkling/contract/annotations';
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { onConnectionChange, readConnection } from '../../lib/connection.ts';
import { useMe } from '../../lib/session.ts';
import { chapterBookmarksQuery, chapterHighlightsQuery, pageSize } from './annotations.api.ts';
import { usePending } from './pending.ts';

/** While the server carries annotations over to a new version, they are fetched again this often, and then less often. */
export const carryOverMs = 2000;
const slowCarryOverMs = 30_000;
const quickFetches = 10;

type Versioned = { version: number; isTextChanged: boolean };

/**
 * When to fetch a list again of which some are still at an older version than the text; false for never. A long list takes
 * several requests, which are spread over time: 30 a minute leave most of the rate limit for reading.
 */
export const whileBehind =
  (version: number) =>
  ({ state: { data, dataUpdateCount } }: Pick<Query<Versioned[]>, 'state'>): number | false => {
    const isBehind = data?.some((one) => one.version < version && !one.isTextChanged) ?? false;
    if (!isBehind) return false;
    const pages = Math.max(1, Math.ceil((data?.length ?? 0) / pageSize));
    return Math.max(dataUpdateCount <= quickFetches ? carryOverMs : slowCarryOverMs, pages * carryOverMs);
  };

export interface ChapterPlace {
  storyId: string;
  chapterId: string;
  /** The version of the text that is shown. */
  version: number;
}

/** A chapter's annotations in the order of the text, those without a place last, and what is not saved yet. */
export function useChapterAnnotations({ storyId, chapterId, version }: ChapterPlace) {
  const client = useQueryClient();
  const me = useMe();
  const highlights = useQuery({
    ...chapterHighlightsQuery(storyId, chapterId),
    refetchInterval: (query) => whileBehind(version)(query),
  });
  const bookmarks = useQuery({
    ...chapterBookmarksQuery(storyId, chapterId),
    refetchInterval: (query) => whileBehind(version)(query),
  });
  const pending = usePending(client, me?._id, chapterId);

  const saved = useMemo((): AnyAnnotation[] => {
    const all: AnyAnnotation[] = [
      ...(highlights.data ?? []).map((one) => ({ kind: 'highlight' as const, ...one })),
      ...(bookmarks.data ?? []).map((one) => ({ kind: 'bookmark' as const, ...one })),
    ];
    return all.sort(
      (a, b) =>
        Number(a.isTextChanged) - Number(b.isTextChanged) ||
        a.startOffset - b.startOffset ||
        a.endOffset - b.endOffset ||
        (a._id < b._id ? -1 : 1),
    );
  }, [highlights.data, bookmarks.data]);

  const isKnown = me !== undefined;
  const { retryAll } = pending;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what failed is sent again on opening and with each new connection
  useEffect(() => {
    if (!isKnown) return;
    const onChange = () => {
      if (readConnection() === 'online') retryAll();
    };
    onChange();
    return onConnectionChange(onChange);
  }, [isKnown, chapterId]);

  return { saved, pending, isLoading: highlights.isPending || bookmarks.isPending, highlights, bookmarks };
}

export type ChapterAnnotations = ReturnType<typeof useChapterAnnotations>;
