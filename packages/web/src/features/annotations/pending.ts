import { defaultBookmarkTitle } from '@inkling/contract/bookmark-title';
import { newId } from '@inkling/contract/new-id';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError, isSignedOut, mayPass, messageOf } from '../../lib/api.ts';
import { serverNow } from '../../lib/server-time.ts';
import { inputKey, readInput, storeInput } from '../../lib/stored-input.ts';
import { createAnnotation } from './annotations.api.ts';
import type { HighlightColor } from './colors.ts';
import type { Passage } from './passage.ts';

/** An annotation that was made here and is not on the server yet. Stored in this browser as JSON. */
export interface PendingAnnotation extends Passage {
  _id: string;
  kind: 'highlight' | 'bookmark';
  storyId: string;
  chapterId: string;
  version: number;
  color: HighlightColor;
  note: string;
  /** Why it could not be saved; empty while it is being saved. */
  failure: string;
  /** Whether it is worth retrying without being asked. */
  mayPass: boolean;
  /** Keeps it in the list of unsaved annotations while it is retried. */
  hasFailed?: boolean;
}

const noAnnotations: readonly PendingAnnotation[] = [];
const lists = new Map<string, readonly PendingAnnotation[]>();
const listeners = new Set<() => void>();
const sending = new Set<string>();

/** What an earlier page could not save. */
function stored(key: string): readonly PendingAnnotation[] {
  const { list } = readInput<{ list: PendingAnnotation[] }>(key) ?? {};
  if (!Array.isArray(list)) return noAnnotations;
  return (
    list
      .filter((one) => typeof one?._id === 'string' && typeof one.selectedText === 'string')
      // One without a failure was being saved when the page was left.
      .map((one) =>
        one.failure === ''
          ? { ...one, failure: 'You left the page before it was saved.', mayPass: true }
          : one,
      )
  );
}

function listOf(key: string): readonly PendingAnnotation[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const list = stored(key);
  if (list.length > 0) lists.set(key, list);
  return list.length > 0 ? list : noAnnotations;
}

function change(key: string, list: readonly PendingAnnotation[]): void {
  if (list.length === 0) lists.delete(key);
  else lists.set(key, list);
  storeInput(key, list.length === 0 ? null : { list });
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

async function send(client: QueryClient, key: string, pending: PendingAnnotation): Promise<void> {
  const { kind, _id, failure: _, mayPass: _mayPass, hasFailed: _hasFailed, color, ...passage } = pending;
  if (sending.has(_id)) return;
  sending.add(_id);
  const replace = (changes: Partial<PendingAnnotation>) =>
    change(
      key,
      listOf(key).map((one) => (one._id === _id ? { ...one, ...changes } : one)),
    );
  replace({ failure: '' });
  try {
    await createAnnotation(
      client,
      kind === 'highlight'
        ? { kind, _id, ...passage, color }
        : { kind, _id, ...passage, title: defaultBookmarkTitle(passage.selectedText), tags: [] },
    );
    discard(key, _id);
  } catch (error) {
    // It was saved by an earlier request, and deleted since.
    if (error instanceof ApiError && error.code === 'ID_TAKEN') discard(key, _id);
    else
      replace({
        failure: messageOf(
          error,
          kind === 'highlight' ? 'Failed to save the highlight.' : 'Failed to save the bookmark.',
        ),
        mayPass: mayPass(error) || isSignedOut(error),
        hasFailed: true,
      });
  } finally {
    sending.delete(_id);
  }
}

function discard(key: string, id: string): void {
  change(
    key,
    listOf(key).filter(({ _id }) => _id !== id),
  );
}

type NewAnnotation = Omit<PendingAnnotation, '_id' | 'failure' | 'mayPass'>;

/** The annotations of a chapter that are not saved yet, and what can be done with them; none until the reader is known. */
export function usePending(client: QueryClient, userId: string | undefined, chapterId: string) {
  const key = inputKey(userId ?? '', `annotations/${chapterId}`);
  const list = useSyncExternalStore(
    subscribe,
    () => listOf(key),
    () => noAnnotations,
  );
  return {
    list,
    /** Shows the annotation and saves it; resolves to its failure, or to null when it is saved. */
    add: async (made: NewAnnotation): Promise<string | null> => {
      const pending = { ...made, _id: newId(serverNow()), failure: '', mayPass: false };
      change(key, [...listOf(key), pending]);
      await send(client, key, pending);
      return listOf(key).find(({ _id }) => _id === pending._id)?.failure || null;
    },
    retry: (id: string): void => {
      const pending = listOf(key).find(({ _id }) => _id === id);
      if (pending !== undefined) void send(client, key, pending);
    },
    /** Saves again what has failed for lack of a connection or a session. */
    retryAll: (): void => {
      for (const pending of listOf(key))
        if (pending.failure !== '' && pending.mayPass) void send(client, key, pending);
    },
    discard: (id: string): void => discard(key, id),
  };
}
