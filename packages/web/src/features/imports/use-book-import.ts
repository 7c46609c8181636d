import type { BookImport } from '@inkling/contract/imports';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, call, messageOf } from '../../lib/api.ts';
import { callQuery } from '../../lib/query.ts';
import { upload } from '../../lib/upload.ts';

/** The import that this tab has begun, so that a reload finds it again. */
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

const mostBytes = 20 * 1024 * 1024;
const isRunning = (state: BookImport['state']): boolean => state === 'reading' || state === 'writing';

export type ImportView =
  | { step: 'choose'; problem: string | null }
  | { step: 'sending'; name: string; percent: number }
  | { step: 'running' | 'done' | 'failed'; book: BookImport };

/** Sends a book, follows its import to the end, and can cancel it. */
export function useBookImport() {
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
  const book = id === null ? undefined : followed.data?.data;
  const state = book?.state;
  const gone = followed.error instanceof ApiError && followed.error.status === 404;

  const forget = useCallback(() => {
    remember(null);
    setId(null);
    setProblem(null);
  }, []);

  useEffect(() => {
    if (state === 'done') void client.invalidateQueries({ queryKey: ['GET /stories/my-stories'] });
    if (state === 'cancelled' || gone) forget();
  }, [state, gone, client, forget]);

  const send = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > mostBytes)
      return setProblem('This file is larger than 20 MB. Please choose a smaller one.');
    setProblem(null);
    const { name } = file;
    setSending({ name, percent: 0 });
    stop.current = new AbortController();
    const { signal } = stop.current;
    try {
      const onProgress = (percent: number) => setSending({ name, percent });
      const { data } = await upload('POST /imports', { file }, { signal, onProgress });
      remember(data._id);
      setId(data._id);
    } catch (error) {
      if (!signal.aborted) setProblem(messageOf(error, 'The book could not be sent.'));
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
