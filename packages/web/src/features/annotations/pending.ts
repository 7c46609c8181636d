import { defaultBookmarkTitle } from '@inkling/contract/bookmark-title';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isSignedOut, mayPass } from '../../lib/api.ts';
import { outboxes, type Send, type Unsent } from '../../lib/outbox.ts';
import { meQuery } from '../../lib/session.ts';
import { inputKey, storedKeys } from '../../lib/stored-input.ts';
import { createAnnotation } from './annotations.api.ts';
import type { HighlightColor } from './colors.ts';
import type { Passage } from './passage.ts';

interface NewAnnotation extends Passage {
  kind: 'highlight' | 'bookmark';
  storyId: string;
  chapterId: string;
  version: number;
  color: HighlightColor;
  note: string;
}

/** An annotation that was made here and is not on the server yet. */
export type PendingAnnotation = Unsent<NewAnnotation>;

const pendingOf = outboxes<NewAnnotation>({
  isMade: ({ selectedText }) => typeof selectedText === 'string',
  interrupted: 'You left the page before it was saved.',
  resumes: true,
  isLost: (error) => mayPass(error) || isSignedOut(error),
  fallback: ({ kind }) =>
    kind === 'highlight' ? 'Failed to save the highlight.' : 'Failed to save the bookmark.',
});

const sendTo =
  (client: QueryClient): Send<NewAnnotation> =>
  ({ kind, color, failure: _, isLost: _l, hasFailed: _f, ...passage }) =>
    createAnnotation(
      client,
      kind === 'highlight'
        ? { kind, ...passage, color }
        : { kind, ...passage, title: defaultBookmarkTitle(passage.selectedText), tags: [] },
    );

/** Saves what has failed for lack of a connection or a session, in all chapters. */
export async function sendPending(client: QueryClient): Promise<void> {
  const { _id } = await client.fetchQuery(meQuery);
  for (const key of storedKeys(inputKey(_id, 'annotations/'))) pendingOf(key).resend(sendTo(client));
}

/** The annotations of a chapter that are not saved yet, and what can be done with them; none until the reader is known. */
export function usePending(client: QueryClient, userId: string | undefined, chapterId: string) {
  const outbox = pendingOf(inputKey(userId ?? '', `annotations/${chapterId}`));
  const list = useSyncExternalStore(outbox.subscribe, outbox.read, outbox.read);
  const send = sendTo(client);
  return {
    list,
    /** Shows the annotation and saves it; resolves to its failure, or to null when it is saved. */
    add: (made: NewAnnotation) => outbox.add(made, send),
    retry: (id: string) => outbox.retry(id, send),
    /** Saves again what has failed for lack of a connection or a session. */
    retryAll: () => outbox.resend(send),
    discard: (id: string) => outbox.discard(id),
  };
}
