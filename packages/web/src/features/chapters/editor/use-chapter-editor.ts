import type { Chapter } from '@inkling/contract/chapters';
import type { FieldError } from '@inkling/contract/errors';
import { newId } from '@inkling/contract/new-id';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError, messageOf } from '../../../lib/api.ts';
import { markStale } from '../../../lib/query.ts';
import { serverNow } from '../../../lib/server-time.ts';
import { onTokenChange, readToken } from '../../../lib/session-store.ts';
import { ownChapterQuery, readOwnChapter } from '../chapters.api.ts';
import { markChapterStale } from '../own-chapters.api.ts';
import { type ChapterInput, emptyChapter, isSameText, pickInput } from './chapter-input.ts';
import { subscribeToChapter } from './chapter-live.ts';
import type { ConflictChoice } from './conflict-dialog.tsx';
import { DraftAutosave } from './draft-autosave.ts';
import { draftKey, LocalDrafts, type StoredDraft } from './local-drafts.ts';
import { firstVersion, saveChanges, saveNewChapter } from './save-chapter.ts';
import { deviceId, serverDrafts } from './server-drafts.ts';
import { afterDialogs } from './text-tools.ts';

const inputOf = (chapter: Chapter | null): ChapterInput => pickInput(chapter ?? emptyChapter);

const browserTimers = {
  now: serverNow,
  set: (run: () => void, ms: number) => setTimeout(run, ms),
  clear: (timer: unknown) => clearTimeout(Number(timer)),
};

/** Filling a field gives it the focus, which would open a phone's keyboard. */
function keepFocus(run: () => void): void {
  const before = document.activeElement;
  run();
  const { activeElement: now } = document;
  if (now === before) return;
  if (now instanceof HTMLElement) now.blur();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
}

export type SaveState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; message: string; leaving: boolean }
  | { kind: 'failed'; message: string; fields?: readonly FieldError[] }
  /** Saved somewhere else since this page was opened: the author chooses a text. */
  | { kind: 'conflict'; theirs: Chapter; comparing: boolean };

interface Page {
  /** The text in the fields; null while they are not mounted. */
  read: () => ChapterInput | null;
  /** Writes a text into the fields; undo restores the previous one. */
  put: (text: ChapterInput) => void;
  announces: () => boolean;
}

interface Options {
  userId: string;
  storyId: string;
  /** The saved chapter; null for a new one. */
  chapter: Chapter | null;
  page: Page;
  /** A new chapter has been saved and has its own address now. */
  onCreated: (chapterId: string) => void;
}

/** The logic of the chapter editor: autosave, offers of unsaved drafts, saving and conflicts. */
export function useChapterEditor({ userId, storyId, chapter, page, onCreated }: Options) {
  const client = useQueryClient();
  const [saveState, setSaveState] = useState<SaveState>({ kind: 'idle' });
  const [editedElsewhere, setEditedElsewhere] = useState(false);
  /** `knownVersion` is the newest version that another page is known to have saved. */
  const current = useRef({ chapter, page, saving: false, knownVersion: 0, unmounted: false });
  current.current.page = page;

  const autosave = useMemo(() => {
    const first = current.current.chapter;
    const slot = first?._id ?? 'new';
    return new DraftAutosave(
      {
        key: draftKey(userId, storyId, slot),
        device: deviceId(),
        localDrafts: (key) => new LocalDrafts(key),
        server: serverDrafts(storyId, slot),
        timers: browserTimers,
        read: () => current.current.page.read(),
        put: (text) => keepFocus(() => current.current.page.put(text)),
      },
      {
        chapter: first?._id ?? newId(serverNow()),
        text: inputOf(first),
        version: first?.version ?? null,
      },
    );
  }, [userId, storyId]);
  const autosaveView = useSyncExternalStore(autosave.subscribe, autosave.view, autosave.view);

  // A layout effect, because React detaches the fields before passive effects are cleaned up.
  useLayoutEffect(() => {
    const page = current.current;
    page.unmounted = false;
    return () => {
      page.unmounted = true;
      // The author's lists show what is unsaved.
      void autosave.close().then(() => markStale(client, ['ownChapters', 'myStories']));
    };
  }, [autosave, client]);

  useEffect(() => {
    void autosave.open();
    const listening = new AbortController();
    const { signal } = listening;
    const onVisibilityChange = () => autosave.flush(document.visibilityState === 'hidden');
    document.addEventListener('visibilitychange', onVisibilityChange, { signal });
    addEventListener('pagehide', () => autosave.flush(true), { signal });
    addEventListener('online', autosave.retry, { signal });
    const stopListening = onTokenChange(() => readToken() !== null && autosave.retry());
    return () => {
      listening.abort();
      stopListening();
    };
  }, [autosave]);

  const cacheChapter = (saved: Chapter): void => {
    client.setQueryData(ownChapterQuery(saved._id).queryKey, { success: true, data: saved });
    current.current.chapter = saved;
  };

  const sent = useRef<ChapterInput[]>([]);
  const sending = {
    userId,
    storyId,
    autosave,
    sent: sent.current,
    announces: () => current.current.page.announces(),
    cacheChapter,
  };

  /** Saves the text; resolves to whether the page still shows exactly this text. */
  const send = async (
    text: ChapterInput,
    baseVersion: number | null,
    keepBase: boolean,
  ): Promise<boolean> => {
    const existing = current.current.chapter;
    if (existing !== null) {
      const version = await saveChanges(sending, existing._id, text, baseVersion, keepBase);
      return autosave.markSaved(text, version);
    }
    const created = await saveNewChapter(sending, text);
    const stored = inputOf(created);
    if (isSameText(stored, text)) return autosave.markSaved(text, created.version);
    // An earlier request created it. Only a text that this page has sent is replaced without asking.
    autosave.setSaved(stored, firstVersion);
    if (created.version === firstVersion && !sent.current.some((one) => isSameText(one, stored))) {
      throw new ApiError(409, 'TEXT_CHANGED', 'This chapter was saved elsewhere.');
    }
    return autosave.markSaved(text, await saveChanges(sending, created._id, text, firstVersion));
  };

  /** The version that a conflict was about: what the author did not take of it is in no other. */
  const keptVersion = useRef<number | null>(null);
  const saveChapter = async (baseVersion: number | null, leave: boolean): Promise<void> => {
    if (current.current.saving) return;
    const isNew = current.current.chapter === null;
    const text = current.current.page.read();
    if (text === null) return;
    current.current.saving = true;
    setSaveState({ kind: 'saving' });
    try {
      const keepBase = baseVersion !== null && baseVersion === keptVersion.current;
      const same = await send(text, baseVersion, keepBase);
      setEditedElsewhere(false);
      await markChapterStale(client);
      const message = isNew ? 'Chapter created successfully!' : 'Chapter updated successfully!';
      setSaveState({ kind: 'saved', message, leaving: leave && same });
    } catch (error) {
      await onSaveError(error);
    } finally {
      current.current.saving = false;
    }
    const { chapter: stored, unmounted } = current.current;
    // An author who has left the page in the meantime is not redirected.
    if (isNew && stored !== null && !unmounted) onCreated(stored._id);
    await checkForNewerVersion();
  };

  /** Loads the chapter if another page has saved a newer version, and shows the conflict without a dialog. */
  const checkForNewerVersion = async (): Promise<void> => {
    const { chapter: existing, knownVersion } = current.current;
    const isOutdated = () => !current.current.saving && knownVersion > (autosave.baseVersion ?? knownVersion);
    if (existing === null || !isOutdated()) return;
    const theirs = await readOwnChapter(existing._id).catch(() => null);
    if (theirs === null || !isOutdated() || theirs.version <= (autosave.baseVersion ?? 0)) return;
    setEditedElsewhere(false);
    await onOtherVersion(theirs, false);
  };
  const latestCheck = useRef(checkForNewerVersion);
  latestCheck.current = checkForNewerVersion;
  const chapterId = chapter?._id ?? autosave.chapter;
  useEffect(() => {
    const onVersion = (version: number): void => {
      current.current.knownVersion = Math.max(current.current.knownVersion, version);
      void latestCheck.current();
    };
    return subscribeToChapter(
      { storyId, chapterId },
      {
        onSaved: onVersion,
        onDrafted: () => setEditedElsewhere(true),
        onMissed: () => onVersion((autosave.baseVersion ?? 0) + 1),
      },
    );
  }, [storyId, chapterId, autosave]);

  /** Handles an unexpected saved text: this page's own, whose response was lost, or a conflict. */
  const onOtherVersion = async (theirs: Chapter, compareNow: boolean): Promise<void> => {
    const text = current.current.page.read();
    if (text === null || !isSameText(inputOf(theirs), text)) {
      return setSaveState((before) => ({
        kind: 'conflict',
        theirs,
        comparing: compareNow || (before.kind === 'conflict' && before.comparing),
      }));
    }
    const wasDirty = autosave.dirty;
    cacheChapter(theirs);
    await autosave.markSaved(text, theirs.version);
    await markChapterStale(client);
    if (wasDirty) setSaveState({ kind: 'saved', message: 'Chapter updated successfully!', leaving: false });
  };

  const onSaveError = async (error: unknown): Promise<void> => {
    const existing = current.current.chapter;
    if (error instanceof ApiError && error.code === 'TEXT_CHANGED' && existing !== null) {
      const theirs = await readOwnChapter(existing._id).catch(() => null);
      if (theirs !== null) return onOtherVersion(theirs, true);
    }
    setSaveState({
      kind: 'failed',
      message: messageOf(error, 'Failed to save chapter.'),
      ...(error instanceof ApiError && { fields: error.fields }),
    });
  };

  return {
    autosave,
    autosaveView,
    /** Another device has saved a draft of this chapter since it was opened. */
    editedElsewhere,
    saveState,
    /** Saves the page's text, or shows the conflict to resolve first; `leave` goes back to the story afterwards. */
    async saveChapter(leave: boolean): Promise<void> {
      if (saveState.kind === 'conflict') return setSaveState({ ...saveState, comparing: true });
      await saveChapter(autosave.baseVersion, leave);
    },
    /**
     * Runs a call that saves the chapter, whose new version is no conflict. If it succeeds, the page must be left: saves
     * wait for the end of it.
     */
    async leaveWith(call: () => Promise<void>): Promise<void> {
      current.current.saving = true;
      try {
        await call();
      } catch (error) {
        current.current.saving = false;
        void checkForNewerVersion();
        throw error;
      }
    },
    setError: (message: string | null) =>
      setSaveState(message === null ? { kind: 'idle' } : { kind: 'failed', message }),
    /** Shows the two texts of a conflict side by side, or hides them without a decision. */
    compare: (comparing: boolean) =>
      setSaveState((before) => (before.kind === 'conflict' ? { ...before, comparing } : before)),
    restore: (offer: StoredDraft) => afterDialogs(() => page.put(autosave.restore(offer))),
    /**
     * Resolves a conflict of saved texts. What is not chosen stays among the versions or the offers; of a text that has
     * paragraphs of both, these are the saved text and the page's.
     */
    async resolveConflict(choice: ConflictChoice): Promise<void> {
      if (saveState.kind !== 'conflict') return;
      const { theirs } = saveState;
      const { dirty, saved } = autosave;
      const mine = page.read();
      if (mine === null) return;
      // The switch may have been changed elsewhere too.
      const { isPublished } = mine.isPublished === saved.isPublished ? theirs : mine;
      cacheChapter(theirs);
      autosave.setSaved(inputOf(theirs), theirs.version);
      setSaveState({ kind: 'idle' });
      keptVersion.current = theirs.version;
      if (choice === 'mine') {
        if (mine.isPublished !== isPublished) page.put({ ...mine, isPublished });
        return saveChapter(theirs.version, false);
      }
      if (dirty) autosave.offerCurrentText();
      afterDialogs(() => {
        if (choice !== 'theirs') {
          page.put({ ...choice, isPublished });
          void saveChapter(theirs.version, false);
          return;
        }
        page.put(inputOf(theirs));
        void autosave.markSaved(inputOf(theirs), theirs.version).then(() => markChapterStale(client));
      });
    },
  };
}
