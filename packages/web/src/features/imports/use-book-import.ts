import type { BookImport } from '@inkling/contract/imports';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, call, messageOf } from '../../lib/api.ts';
import { callQuery } from '../../lib/query.ts';
import { upload } from '../../lib/upload.ts';

/** The import that this tab follows, so that a reload finds it again, also when it has ended meanwhile. */
const remembered = 'import';
const recall = (): string | null => {
  try {
    return sessionStorage.getItem(remembered);
  } catch {
    return null;
  }
};
const remember = (id: string | null): void => {
  try {
    if (id === null) sessionStorage.removeItem(remembered);
    else sessionStorage.setItem(remembered, id);
  } catch {
    // Then a reload does not find it; the import itself goes on.
  }
};

const maxBytes = 20 * 1024 * 1024;
const isRunning = (state: BookImport['state']): boolean => state === 'reading' || state === 'writing';

export type ImportView =
  | { step: 'choose'; problem: string | null }
  | { step: 'sending'; name: string; percent: number }
  | { step: 'running' | 'done' | 'failed'; book: BookImport };

/**
 * Sends a book, follows its import to the end, and can cancel it. While `looking`, one that was begun elsewhere, in
 * another tab or on another device, is found and followed as well.
 */
export function useBookImport(looking: boolean) {
  const client = useQueryClient();
  const [id, setId] = useState<string | null>(recall);
  const [sending, setSending] = useState<{ name: string; percent: number } | null>(null);
  const stop = useRef<AbortController | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const followed = useQuery({
    ...callQuery('GET /imports/{id}', { params: { id: id ?? '' } }),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data.data.state) ? false : 500),
  });
  const running = useQuery({
    ...callQuery('GET /imports', {}),
    enabled: looking && id === null && sending === null,
    staleTime: 0,
    refetchInterval: 5_000,
  });
  const elsewhere = running.data?.data[0]?._id;
  const book = id === null ? undefined : followed.data?.data;
  const state = book?.state;
  const gone = followed.error instanceof ApiError && followed.error.status === 404;

  const follow = useCallback((next: string | null) => {
    remember(next);
    setId(next);
  }, []);
  const forget = useCallback(() => {
    // What was known to run has ended or is to be asked for anew.
    client.removeQueries({ queryKey: ['GET /imports'] });
    follow(null);
    setProblem(null);
  }, [client, follow]);

  useEffect(() => {
    if (state === 'done') void client.invalidateQueries({ queryKey: ['GET /stories/my-stories'] });
    if (state === 'cancelled' || gone) forget();
  }, [state, gone, client, forget]);
  useEffect(() => {
    if (id === null && sending === null && elsewhere !== undefined) follow(elsewhere);
  }, [id, sending, elsewhere, follow]);

  /** Cancels what the server has begun although its answer was not waited for. */
  const takeBack = async (name: string): Promise<void> => {
    const { data } = await client.fetchQuery({ ...callQuery('GET /imports', {}), staleTime: 0 });
    for (const { _id, fileName } of data)
      if (fileName === name) await call('DELETE /imports/{id}', { params: { id: _id } });
    client.removeQueries({ queryKey: ['GET /imports'] });
  };

  const send = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > maxBytes)
      return setProblem('This file is larger than 20 MB. Please choose a smaller one.');
    setProblem(null);
    const { name } = file;
    setSending({ name, percent: 0 });
    stop.current = new AbortController();
    const { signal } = stop.current;
    try {
      const onProgress = (percent: number) => setSending({ name, percent });
      const { data } = await upload('POST /imports', { file }, { signal, onProgress });
      follow(data._id);
    } catch (error) {
      // What cannot be taken back now shows as running, and can be cancelled then.
      if (signal.aborted) await takeBack(name).catch(() => {});
      else setProblem(messageOf(error, 'The book could not be uploaded. Please try again.'));
    } finally {
      setSending(null);
    }
  };

  const cancel = async (): Promise<void> => {
    stop.current?.abort();
    if (id === null) return;
    try {
      await call('DELETE /imports/{id}', { params: { id } });
      forget();
    } catch {
      await followed.refetch();
    }
  };

  const view: ImportView =
    sending !== null
      ? { step: 'sending', ...sending }
      : book === undefined || book.state === 'cancelled'
        ? { step: 'choose', problem }
        : { step: isRunning(book.state) ? 'running' : book.state === 'done' ? 'done' : 'failed', book };
  return { view, send, cancel, forget };
}
