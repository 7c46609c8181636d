import type { Chapter, Draft } from '@inkling/contract/chapters';
import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api.ts';
import { ownStoryQuery } from '../../stories/stories.api.ts';
import { ownChapterQuery } from '../chapters.api.ts';
import { type ChapterInput, emptyChapter } from '../editor/chapter-input.ts';
import {
  draftKey,
  draftsToOffer,
  isIncluded,
  LocalDrafts,
  type PageDrafts,
  type StoredDraft,
} from '../editor/local-drafts.ts';
import { deviceId, serverDrafts, toStoredDraft } from '../editor/server-drafts.ts';

type SavedText = Pick<Chapter, keyof ChapterInput | 'version' | 'updatedAt'>;

/** The author's newest unsaved text, from this device or the server; null if the saved text is newer. */
export function newestUnsaved(
  saved: SavedText | null,
  stored: PageDrafts | null,
  onServer: Draft[],
  device: string,
): StoredDraft | null {
  const texts =
    stored === null ? [] : [...(stored.current === null ? [] : [stored.current]), ...stored.aside];
  // What this device has sent is older than what it has stored, unless it could not store it.
  const isKnown = (draft: Draft): boolean =>
    (draft.device === device && draft.updatedAt <= (stored?.keptAt ?? '')) ||
    isIncluded(texts, toStoredDraft(draft));
  const drafts = [...texts, ...onServer.filter((draft) => !isKnown(draft)).map(toStoredDraft)];
  const newest = draftsToOffer(drafts, saved ?? emptyChapter)[0];
  if (newest === undefined) return null;
  const outdated = saved !== null && newest.baseVersion !== saved.version && newest.keptAt <= saved.updatedAt;
  return outdated ? null : newest;
}

/** Always read again: the editor of this or another tab or device may have changed them. */
const alwaysFresh = { staleTime: 0, refetchOnMount: 'always', refetchOnWindowFocus: 'always' } as const;

export interface Preview {
  story: Story;
  /** The saved chapter; null for one that was never saved. */
  chapter: Chapter | null;
  /** The newest text; null if there is none. */
  text: ChapterInput | null;
  unsaved: boolean;
}

/** The newest text of one of the author's chapters, saved or not; `slot` is its id, or 'new'. */
export function usePreview(storyId: string, slot: string) {
  const isNew = slot === 'new';
  const story = useQuery(ownStoryQuery(storyId));
  const chapter = useQuery({ ...ownChapterQuery(slot), ...alwaysFresh, enabled: !isNew });
  const onServer = useQuery({
    queryKey: ['preview', storyId, slot],
    queryFn: () => serverDrafts(storyId, slot).list(),
    gcTime: 0,
    ...alwaysFresh,
  });
  const author = story.data?.data.author._id;
  const onDevice = useQuery({
    queryKey: ['preview', storyId, slot, author],
    queryFn: () => new LocalDrafts(draftKey(author ?? '', storyId, slot)).read(),
    enabled: author !== undefined,
    gcTime: 0,
    ...alwaysFresh,
  });
  const queries = isNew ? [story, onServer, onDevice] : [story, chapter, onServer, onDevice];
  const preview = previewOf();
  const failed = queries.find(({ data, error }) => data === undefined && error !== null)?.error ?? null;
  const misplaced = chapter.data !== undefined && !isNew && chapter.data.data.story !== storyId;
  return {
    preview: misplaced ? undefined : preview,
    /** The chapter is not one of the author's, or not in this story. */
    denied: misplaced || (failed instanceof ApiError && (failed.status === 404 || failed.status === 403)),
    error: preview === undefined ? failed : null,
    refetch: () => queries.forEach(({ refetch }) => void refetch()),
  };

  function previewOf(): Preview | undefined {
    const saved = isNew ? null : chapter.data?.data;
    if (story.data === undefined || saved === undefined || onDevice.data === undefined) return undefined;
    if (!isNew && !chapter.isFetchedAfterMount) return undefined;
    // Without the server, what was typed on this device is enough.
    const offline = onServer.error !== null && onDevice.data?.current != null;
    if (onServer.data === undefined && !offline) return undefined;
    const draft = newestUnsaved(saved, onDevice.data, onServer.data ?? [], deviceId());
    return { story: story.data.data, chapter: saved, text: draft ?? saved, unsaved: draft !== null };
  }
}
