import type { Chapter } from '@inkling/contract/chapters';
import { type ChapterInput, emptyChapter } from '../editor/chapter-input.ts';
import { noDrafts, type ServerDraft, type StoredDraft, type StoredDrafts } from '../editor/draft-store.ts';
import { draftsToOffer, toStoredDraft } from '../editor/local-drafts.ts';

type SavedText = Pick<Chapter, keyof ChapterInput | 'version' | 'updatedAt'>;

/** The author's newest unsaved text, from this device or the server; null if the saved text is newer. */
export function newestUnsaved(
  saved: SavedText | null,
  stored: StoredDrafts | null,
  onServer: ServerDraft | null,
): StoredDraft | null {
  const { current, aside, seen } = stored ?? noDrafts;
  // A server draft that this device has handled is older than what was typed here, whatever the clocks say.
  const handled = onServer === null || (seen !== null && onServer.updatedAt <= seen);
  if (current !== null && handled) return draftsToOffer([current], saved ?? emptyChapter)[0] ?? null;
  const drafts = [current, ...aside, onServer && toStoredDraft(onServer)].filter((draft) => draft !== null);
  const newest = draftsToOffer(drafts, saved ?? emptyChapter)[0];
  if (newest === undefined) return null;
  const outdated = saved !== null && newest.baseVersion !== saved.version && newest.keptAt <= saved.updatedAt;
  return outdated ? null : newest;
}
