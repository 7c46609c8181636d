import type { Chapter } from '@inkling/contract/chapters';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError, type CallResponse, call, messageOf } from '../../../lib/api.ts';
import { keyOf } from '../../../lib/query.ts';
import { onTokenChange, readToken } from '../../../lib/session-store.ts';
import { useInvalidateStory } from '../../stories/author/own-story.ts';
import { type ChapterInput, emptyChapter, isSameInput } from './chapter-input.ts';
import { subscribeToChapter } from './chapter-live.ts';
import { DraftAutosave } from './draft-autosave.ts';
import type { PendingWrites, StoredDraft } from './draft-store.ts';
import { draftKey, localDraftStore } from './local-draft-store.ts';
import { chapterCreation, createChapter, firstVersion, updateChapter } from './save-chapter.ts';
import { serverDrafts } from './server-drafts.ts';
import { afterDialogs } from './text-tools.ts';

const inputOf = (chapter: Chapter | null): ChapterInput =>
  chapter === null
    ? emptyChapter
    : {
        title: chapter.title,
        content: chapter.content,
        authorNotes: chapter.authorNotes,
        isPublished: chapter.isPublished,
      };

const browserTimers = {
  now: () => Date.now(),
  set: (run: () => void, ms: number) => window.setTimeout(run, ms),
  clear: (timer: unknown) => window.clearTimeout(Number(timer)),
};

export type SaveState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; message: string; leaving: boolean }
  | { kind: 'failed'; message: string }
  /** Saved elsewhere since this page was opened: the author decides between the two. */
  | { kind: 'conflict'; theirs: Chapter; comparing: boolean };

/** What pages that were left still do, by whose text of which chapter it is. */
const pendingWrites = new Map<string, PendingWrites>();

interface Page {
  /** What stands on it; null when it is not there (yet, or any more). */
  read: () => ChapterInput | null;
  /** Puts a text on the page, so that undo brings the one before back. */
  put: (text: ChapterInput) => void;
}

interface Options {
  userId: string;
  storyId: string;
  /** What is saved; null for a new chapter. */
  chapter: Chapter | null;
  page: Page;
  /** A new chapter has been saved and has an address of its own now. */
  onCreated: (chapterId: string) => void;
}

/** Everything a chapter's page does besides showing its fields: keeping what is typed, offering it, saving it. */
export function useChapterEditor({ userId, storyId, chapter, page, onCreated }: Options) {
  const client = useQueryClient();
  const invalidateStory = useInvalidateStory(storyId);
  const [saveState, setSaveState] = useState<SaveState>({ kind: 'idle' });
  const [editedElsewhere, setEditedElsewhere] = useState(false);
  /** `heardOf` is the newest version that another page is known to have saved. */
  const current = useRef({ chapter, page, saving: false, knownVersion: 0, unmounted: false });
  current.current.page = page;

  const autosave = useMemo(() => {
    const first = current.current.chapter;
    const slot = first?._id ?? 'new';
    return new DraftAutosave(
      {
        key: draftKey(userId, storyId, slot),
        localStore: localDraftStore,
        server: serverDrafts(storyId, slot),
        timers: browserTimers,
        read: () => current.current.page.read(),
      },
      inputOf(first),
      first?.version ?? null,
    );
  }, [userId, storyId]);
  const autosaveView = useSyncExternalStore(autosave.subscribe, autosave.view, autosave.view);

  // While the fields are still there: when passive effects end, React has let go of them.
  useLayoutEffect(() => {
    const page = current.current;
    page.unmounted = false;
    return () => {
      page.unmounted = true;
      pendingWrites.set(autosave.key, autosave.close());
    };
  }, [autosave]);

  useEffect(() => {
    void autosave.open(pendingWrites.get(autosave.key));
    const onVisibilityChange = () => autosave.flush(document.visibilityState === 'hidden');
    const onPageHide = () => autosave.flush(true);
    const onOnline = () => autosave.retry();
    document.addEventListener('visibilitychange', onVisibilityChange);
    window.addEventListener('pagehide', onPageHide);
    window.addEventListener('online', onOnline);
    const stopListening = onTokenChange(() => readToken() !== null && autosave.retry());
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange);
      window.removeEventListener('pagehide', onPageHide);
      window.removeEventListener('online', onOnline);
      stopListening();
    };
  }, [autosave]);

  const cacheChapter = (saved: Chapter): void => {
    const key = keyOf('GET /chapters/{id}/author', { params: { id: saved._id } });
    client.setQueryData<CallResponse<'GET /chapters/{id}/author'>>(key, { success: true, data: saved });
    current.current.chapter = saved;
  };

  const creation = useMemo(() => chapterCreation(userId, storyId), [userId, storyId]);
  const sending = { userId, storyId, autosave, creation, cacheChapter };

  /** Saves the text; resolves to whether the page still shows exactly that. */
  const send = async (
    text: ChapterInput,
    baseVersion: number | null,
    keepBase: boolean,
  ): Promise<boolean> => {
    const existing = current.current.chapter;
    if (existing !== null) {
      const version = await updateChapter(sending, existing._id, text, baseVersion, keepBase);
      return autosave.markSaved(text, version);
    }
    const { created, first } = await createChapter(sending, text);
    // If it arrived long ago, another device may have gone on with it.
    current.current.knownVersion = Math.max(current.current.knownVersion, created.version);
    const same = await autosave.markSaved(first, firstVersion);
    if (isSameInput(first, text)) return same;
    return autosave.markSaved(text, await updateChapter(sending, created._id, text, firstVersion));
  };

  const saveChapter = async (
    baseVersion: number | null,
    onPageHide: boolean,
    keepBase = false,
  ): Promise<void> => {
    if (current.current.saving) return;
    const isNew = current.current.chapter === null;
    const text = current.current.page.read();
    if (text === null) return;
    current.current.saving = true;
    setSaveState({ kind: 'saving' });
    try {
      const same = await send(text, baseVersion, keepBase);
      setEditedElsewhere(false);
      await invalidateStory();
      const message = isNew ? 'Chapter created successfully!' : 'Chapter updated successfully!';
      setSaveState({ kind: 'saved', message, leaving: onPageHide && same });
    } catch (error) {
      await onSaveError(error);
    } finally {
      current.current.saving = false;
    }
    const { chapter: stored, unmounted } = current.current;
    // Whoever has gone elsewhere meanwhile stays there.
    if (isNew && stored !== null && !unmounted) onCreated(stored._id);
    await checkForNewerVersion();
  };

  /** Asks for what another page has saved, if it is newer than what this one began from, and says so calmly. */
  const checkForNewerVersion = async (): Promise<void> => {
    const { chapter: existing, knownVersion } = current.current;
    const hasNews = () => !current.current.saving && knownVersion > (autosave.baseVersion ?? knownVersion);
    if (existing === null || !hasNews()) return;
    const params = { id: existing._id };
    const theirs = await call('GET /chapters/{id}/author', { params }).catch(() => null);
    if (theirs === null || !hasNews() || theirs.data.version <= (autosave.baseVersion ?? 0)) return;
    setEditedElsewhere(false);
    await onOtherVersion(theirs.data, false);
  };
  const latestCheck = useRef(checkForNewerVersion);
  latestCheck.current = checkForNewerVersion;
  const slot = chapter?._id ?? 'new';
  useEffect(() => {
    const onVersion = (version: number): void => {
      current.current.knownVersion = Math.max(current.current.knownVersion, version);
      void latestCheck.current();
    };
    return subscribeToChapter(
      { storyId, slot },
      {
        onSaved: onVersion,
        onDrafted: () => {
          setEditedElsewhere(true);
          autosave.onRemoteDraft();
        },
        onReconnected: () => {
          onVersion((autosave.baseVersion ?? 0) + 1);
          autosave.onRemoteDraft();
        },
      },
    );
  }, [storyId, slot, autosave]);

  /** Another text is saved than this page knows of: its own, whose answer was lost, or one to be decided about. */
  const onOtherVersion = async (theirs: Chapter, compareNow: boolean): Promise<void> => {
    const text = current.current.page.read();
    if (text === null || !isSameInput(inputOf(theirs), text)) {
      return setSaveState((before) => ({
        kind: 'conflict',
        theirs,
        comparing: compareNow || (before.kind === 'conflict' && before.comparing),
      }));
    }
    const wasDirty = autosave.dirty;
    cacheChapter(theirs);
    await autosave.markSaved(text, theirs.version);
    await invalidateStory();
    if (wasDirty) setSaveState({ kind: 'saved', message: 'Chapter updated successfully!', leaving: false });
  };

  const onSaveError = async (error: unknown): Promise<void> => {
    const existing = current.current.chapter;
    if (error instanceof ApiError && error.code === 'TEXT_CHANGED' && existing !== null) {
      const theirs = await call('GET /chapters/{id}/author', { params: { id: existing._id } }).catch(
        () => null,
      );
      if (theirs !== null) return onOtherVersion(theirs.data, true);
    }
    setSaveState({
      kind: 'failed',
      message: messageOf(error, 'Failed to save chapter.'),
    });
  };

  return {
    autosave,
    autosaveView,
    /** Another device has kept a draft of this chapter since it was opened. */
    editedElsewhere,
    saveState,
    /** The author wants an offered text no more. */
    async discard(offer: StoredDraft): Promise<void> {
      creation.clear();
      await autosave.discard(offer);
    },
    /** The author leaves a page on which nothing is left to be saved. */
    clearPendingCreation: () => creation.clear(),
    /** The author leaves and wants nothing kept of what was typed here. */
    async discardAll(): Promise<void> {
      creation.clear();
      await autosave.discardAll();
    },
    /** Saves what stands on the page; `leave` goes back to the story afterwards. */
    saveChapter: (onPageHide: boolean) => saveChapter(autosave.baseVersion, onPageHide),
    setError: (message: string | null) =>
      setSaveState(message === null ? { kind: 'idle' } : { kind: 'failed', message }),
    /** Shows the two texts of a conflict side by side, or goes on without a decision. */
    compare: (comparing: boolean) =>
      setSaveState((before) => (before.kind === 'conflict' ? { ...before, comparing } : before)),
    restore: (offer: StoredDraft) => afterDialogs(() => page.put(autosave.restore(offer))),
    /** Decides a conflict of saved texts. The text that gives way is kept among the versions or the offers. */
    async resolveConflict(choice: 'mine' | 'theirs'): Promise<void> {
      if (saveState.kind !== 'conflict') return;
      const { theirs } = saveState;
      const { dirty } = autosave;
      cacheChapter(theirs);
      autosave.setSaved(inputOf(theirs), theirs.version);
      setSaveState({ kind: 'idle' });
      if (choice === 'mine') return saveChapter(theirs.version, false, true);
      if (dirty) autosave.offerCurrentText();
      afterDialogs(() => {
        page.put(inputOf(theirs));
        void autosave.markSaved(inputOf(theirs), theirs.version).then(() => invalidateStory());
      });
    },
    /** Decides a clash of texts that are still being typed, here and elsewhere. */
    resolveDraftConflict(choice: 'mine' | 'theirs'): void {
      const text = autosave.resolveConflict(choice);
      if (text !== null) afterDialogs(() => page.put(text));
    },
  };
}
