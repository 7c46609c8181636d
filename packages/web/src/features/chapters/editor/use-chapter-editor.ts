import type { Chapter } from '@inkling/contract/chapters';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError, type CallResponse, call, messageOf } from '../../../lib/api.ts';
import { keyOf } from '../../../lib/query.ts';
import { onTokenChange, readToken } from '../../../lib/session-store.ts';
import { useStoryChanged } from '../../stories/author/own-story.ts';
import { type ChapterInput, emptyChapter, isSameInput } from './chapter-input.ts';
import { followChapter } from './chapter-live.ts';
import { beginChapter, changeChapter, creationOf, firstVersion } from './chapter-sending.ts';
import { DraftAutosave } from './draft-autosave.ts';
import type { PendingWrites, StoredDraft } from './draft-store.ts';
import { draftKey, localDraftStore } from './local-draft-store.ts';
import { serverDrafts } from './server-drafts.ts';
import { afterDialogs } from './text-tools.ts';

const typedOf = (chapter: Chapter | null): ChapterInput =>
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
const partings = new Map<string, PendingWrites>();

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
  const changed = useStoryChanged(storyId);
  const [save, setSave] = useState<SaveState>({ kind: 'idle' });
  const [elsewhere, setElsewhere] = useState(false);
  /** `heardOf` is the newest version that another page is known to have saved. */
  const current = useRef({ chapter, page, saving: false, heardOf: 0, gone: false });
  current.current.page = page;

  const keeper = useMemo(() => {
    const first = current.current.chapter;
    const slot = first?._id ?? 'new';
    return new DraftAutosave(
      {
        key: draftKey(userId, storyId, slot),
        device: localDraftStore,
        server: serverDrafts(storyId, slot),
        timers: browserTimers,
        read: () => current.current.page.read(),
      },
      typedOf(first),
      first?.version ?? null,
    );
  }, [userId, storyId]);
  const kept = useSyncExternalStore(keeper.subscribe, keeper.view, keeper.view);

  // While the fields are still there: when passive effects end, React has let go of them.
  useLayoutEffect(() => {
    const page = current.current;
    page.gone = false;
    return () => {
      page.gone = true;
      partings.set(keeper.key, keeper.close());
    };
  }, [keeper]);

  useEffect(() => {
    void keeper.open(partings.get(keeper.key));
    const hide = () => keeper.flush(document.visibilityState === 'hidden');
    const leave = () => keeper.flush(true);
    const again = () => keeper.retry();
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', leave);
    window.addEventListener('online', again);
    const stopListening = onTokenChange(() => readToken() !== null && keeper.retry());
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('online', again);
      stopListening();
    };
  }, [keeper]);

  const remember = (saved: Chapter): void => {
    const key = keyOf('GET /chapters/{id}/author', { params: { id: saved._id } });
    client.setQueryData<CallResponse<'GET /chapters/{id}/author'>>(key, { success: true, data: saved });
    current.current.chapter = saved;
  };

  const making = useMemo(() => creationOf(userId, storyId), [userId, storyId]);
  const sending = { userId, storyId, keeper, making, remember };

  /** Saves the text; resolves to whether the page still shows exactly that. */
  const send = async (
    text: ChapterInput,
    baseVersion: number | null,
    keepBase: boolean,
  ): Promise<boolean> => {
    const existing = current.current.chapter;
    if (existing !== null) {
      const version = await changeChapter(sending, existing._id, text, baseVersion, keepBase);
      return keeper.markSaved(text, version);
    }
    const { made, first } = await beginChapter(sending, text);
    // If it arrived long ago, another device may have gone on with it.
    current.current.heardOf = Math.max(current.current.heardOf, made.version);
    const same = await keeper.markSaved(first, firstVersion);
    if (isSameInput(first, text)) return same;
    return keeper.markSaved(text, await changeChapter(sending, made._id, text, firstVersion));
  };

  const store = async (baseVersion: number | null, leave: boolean, keepBase = false): Promise<void> => {
    if (current.current.saving) return;
    const isNew = current.current.chapter === null;
    const text = current.current.page.read();
    if (text === null) return;
    current.current.saving = true;
    setSave({ kind: 'saving' });
    try {
      const same = await send(text, baseVersion, keepBase);
      setElsewhere(false);
      await changed();
      const message = isNew ? 'Chapter created successfully!' : 'Chapter updated successfully!';
      setSave({ kind: 'saved', message, leaving: leave && same });
    } catch (error) {
      await fail(error);
    } finally {
      current.current.saving = false;
    }
    const { chapter: stored, gone } = current.current;
    // Whoever has gone elsewhere meanwhile stays there.
    if (isNew && stored !== null && !gone) onCreated(stored._id);
    await lookElsewhere();
  };

  /** Asks for what another page has saved, if it is newer than what this one began from, and says so calmly. */
  const lookElsewhere = async (): Promise<void> => {
    const { chapter: existing, heardOf } = current.current;
    const news = () => !current.current.saving && heardOf > (keeper.baseVersion ?? heardOf);
    if (existing === null || !news()) return;
    const params = { id: existing._id };
    const theirs = await call('GET /chapters/{id}/author', { params }).catch(() => null);
    if (theirs === null || !news() || theirs.data.version <= (keeper.baseVersion ?? 0)) return;
    setElsewhere(false);
    await meet(theirs.data, false);
  };
  const look = useRef(lookElsewhere);
  look.current = lookElsewhere;
  const slot = chapter?._id ?? 'new';
  useEffect(() => {
    const hearOf = (version: number): void => {
      current.current.heardOf = Math.max(current.current.heardOf, version);
      void look.current();
    };
    return followChapter(
      { storyId, slot },
      {
        saved: hearOf,
        drafted: () => {
          setElsewhere(true);
          keeper.keptElsewhere();
        },
        missed: () => {
          hearOf((keeper.baseVersion ?? 0) + 1);
          keeper.keptElsewhere();
        },
      },
    );
  }, [storyId, slot, keeper]);

  /** Another text is saved than this page knows of: its own, whose answer was lost, or one to be decided about. */
  const meet = async (theirs: Chapter, asks: boolean): Promise<void> => {
    const text = current.current.page.read();
    if (text === null || !isSameInput(typedOf(theirs), text)) {
      return setSave((before) => ({
        kind: 'conflict',
        theirs,
        comparing: asks || (before.kind === 'conflict' && before.comparing),
      }));
    }
    const waited = keeper.dirty;
    remember(theirs);
    await keeper.markSaved(text, theirs.version);
    await changed();
    if (waited) setSave({ kind: 'saved', message: 'Chapter updated successfully!', leaving: false });
  };

  const fail = async (error: unknown): Promise<void> => {
    const existing = current.current.chapter;
    if (error instanceof ApiError && error.code === 'TEXT_CHANGED' && existing !== null) {
      const theirs = await call('GET /chapters/{id}/author', { params: { id: existing._id } }).catch(
        () => null,
      );
      if (theirs !== null) return meet(theirs.data, true);
    }
    setSave({
      kind: 'failed',
      message: messageOf(error, 'Failed to save chapter.'),
    });
  };

  return {
    keeper,
    kept,
    /** Another device has kept a draft of this chapter since it was opened. */
    elsewhere,
    save,
    /** The author wants an offered text no more. */
    async discard(offer: StoredDraft): Promise<void> {
      making.forget();
      await keeper.discard(offer);
    },
    /** The author leaves a page on which nothing is left to be saved. */
    forgetSent: () => making.forget(),
    /** The author leaves and wants nothing kept of what was typed here. */
    async forget(): Promise<void> {
      making.forget();
      await keeper.forget();
    },
    /** Saves what stands on the page; `leave` goes back to the story afterwards. */
    store: (leave: boolean) => store(keeper.baseVersion, leave),
    setProblem: (message: string | null) =>
      setSave(message === null ? { kind: 'idle' } : { kind: 'failed', message }),
    /** Shows the two texts of a conflict side by side, or goes on without a decision. */
    compare: (comparing: boolean) =>
      setSave((before) => (before.kind === 'conflict' ? { ...before, comparing } : before)),
    restore: (offer: StoredDraft) => afterDialogs(() => page.put(keeper.restore(offer))),
    /** Decides a conflict of saved texts. The text that gives way is kept among the versions or the offers. */
    async settle(choice: 'mine' | 'theirs'): Promise<void> {
      if (save.kind !== 'conflict') return;
      const { theirs } = save;
      const { dirty } = keeper;
      remember(theirs);
      keeper.adopt(typedOf(theirs), theirs.version);
      setSave({ kind: 'idle' });
      if (choice === 'mine') return store(theirs.version, false, true);
      if (dirty) keeper.setAside();
      afterDialogs(() => {
        page.put(typedOf(theirs));
        void keeper.markSaved(typedOf(theirs), theirs.version).then(() => changed());
      });
    },
    /** Decides a clash of texts that are still being typed, here and elsewhere. */
    settleDrafts(choice: 'mine' | 'theirs'): void {
      const text = keeper.settle(choice);
      if (text !== null) afterDialogs(() => page.put(text));
    },
  };
}
