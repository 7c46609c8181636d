import type { Chapter } from '@inkling/contract/chapters';
import { type ChapterInput, emptyChapter } from '../editor/chapter-input.ts';
import {
  draftsToOffer,
  isHandled,
  noDrafts,
  type ServerDraft,
  type StoredDraft,
  type StoredDrafts,
  toStoredDraft,
} from '../editor/draft-store.ts';

type SavedText = Pick<Chapter, keyof ChapterInput | 'version' | 'updatedAt'>;

/** The author's newest unsaved text, from this device or the server; null if the saved text is newer. */
export function newestUnsaved(
  saved: SavedText | null,
  stored: StoredDrafts | null,
  onServer: ServerDraft[],
  device: string,
): StoredDraft | null {
  const { current, aside, turn } = stored ?? noDrafts;
  // Drafts that this device has sent or handled are older than what was typed here, whatever the clocks say.
  const isKnown = (draft: ServerDraft): boolean =>
    isHandled(stored ?? noDrafts, draft.chapter, draft) ||
    (current !== null && draft.device === device && draft.turn <= turn);
  const unknown = onServer.filter((draft) => !isKnown(draft)).map(toStoredDraft);
  if (current !== null && unknown.length === 0)
    return draftsToOffer([current], saved ?? emptyChapter)[0] ?? null;
  const drafts = [...(current === null ? [] : [current]), ...aside, ...unknown];
  const newest = draftsToOffer(drafts, saved ?? emptyChapter)[0];
  if (newest === undefined) return null;
  const outdated = saved !== null && newest.baseVersion !== saved.version && newest.keptAt <= saved.updatedAt;
  return outdated ? null : newest;
}
