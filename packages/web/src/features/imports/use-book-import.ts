import type { BookImport } from '@inkling/contract/imports';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api.ts';
import { markStale } from '../../lib/query.ts';
import { readInput, storeInput } from '../../lib/stored-input.ts';
import { cancelImport, importQuery, importsQuery, startImport } from './imports.api.ts';

/** A file of a book with its path, which begins with the folder that was chosen. */
interface ChosenFile {
  path: string;
  file: File;
}

export const chosenFiles = (files: Iterable<File>): ChosenFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function filesIn(entry: FileSystemEntry): Promise<ChosenFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.slice(1), file }];
  }
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const found: ChosenFile[] = [];
  // A reader returns only some of them at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return found;
    for (const one of some) found.push(...(await filesIn(one)));
  }
}

/** The files that were dropped, and those in folders that were. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry());
  const whole = chosenFiles(files);
  const found: ChosenFile[] = [];
  for (const entry of entries) if (entry !== null) found.push(...(await filesIn(entry)));
  return found.length > 0 ? found : whole;
}

/** One file as it is; several as a zip, of which the server makes one book. */
export async function oneFile(chosen: readonly ChosenFile[]): Promise<File | undefined> {
  const [first, second] = chosen;
  if (second === undefined) return first?.file;
  const { zipSync } = await import('fflate');
  const contents: Record<string, Uint8Array> = {};
  for (const { path, file } of chosen) contents[path] = new Uint8Array(await file.arrayBuffer());
  const [folder, ...rest] = first?.path.split('/') ?? [];
  const name = rest.length > 0 && folder !== undefined ? folder : 'New story';
  return new File([zipSync(contents, { level: 0 })], `${name}.zip`);
}

/** What a tab stores of the import that it follows, so that a reload finds it even after it has ended. */
const storageKey = 'import';

const maxBytes = 20 * 1024 * 1024;
const unreadable = 'The files couldn’t be read. Please choose them again.';
const isRunning = (state: BookImport['state']): boolean => state === 'reading' || state === 'writing';

/**
 * Uploads a book, follows its import to the end, and can cancel it. While `watching`, it also finds imports that were
 * started in another tab or on another device.
 */
export function useBookImport(watching: boolean) {
  const client = useQueryClient();
  const [id, setId] = useState(() => readInput<{ id: string }>(storageKey, 'sessionStorage')?.id ?? null);
  const [sending, setSending] = useState<{ name: string; percent: number } | null>(null);
  const abortController = useRef<AbortController | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const current = useQuery({
    ...importQuery(id ?? ''),
    enabled: id !== null,
    // A review may be ended in another tab.
    refetchInterval: ({ state }) => {
      const found = state.data?.data.state;
      if (found === 'review') return watching ? 5_000 : false;
      return found !== undefined && !isRunning(found) ? false : 500;
    },
  });
  const running = useQuery({
    ...importsQuery,
    enabled: watching && id === null && sending === null,
    refetchInterval: 5_000,
  });
  // Another part of the page may have fetched the list.
  const runningId = watching ? running.data?.data[0]?._id : undefined;
  const book = id === null ? undefined : current.data?.data;
  const state = book?.state;
  const isMissing = current.error instanceof ApiError && current.error.status === 404;
  /** The import whose progress the dialog has shown; the end of any other is not shown. */
  const seen = useRef<string | null>(null);

  const follow = useCallback((next: string | null) => {
    storeInput(storageKey, next === null ? null : { id: next }, 'sessionStorage');
    setId(next);
  }, []);
  const forget = useCallback(() => {
    // The cached list of running imports is outdated.
    void client.resetQueries({ queryKey: importsQuery.queryKey });
    follow(null);
    setProblem(null);
  }, [client, follow]);

  useEffect(() => {
    if (state === 'done') void markStale(client, ['myStories']);
    else if (state !== undefined && watching) seen.current = id;
    const isOver = state === 'cancelled' || isMissing;
    if (isOver || (state === 'done' && !(watching && seen.current === id))) forget();
  }, [state, id, watching, isMissing, client, forget]);
  useEffect(() => {
    if (id === null && sending === null && runningId !== undefined) follow(runningId);
  }, [id, sending, runningId, follow]);

  /** Cancels imports that the server started although the upload was aborted. */
  const cancelByName = async (name: string): Promise<void> => {
    const { data } = await client.fetchQuery(importsQuery);
    for (const { _id, fileName } of data) if (fileName === name) await cancelImport(_id);
    client.removeQueries({ queryKey: importsQuery.queryKey });
  };

  const send = async (files: readonly ChosenFile[]): Promise<void> => {
    if (files.reduce((sum, { file }) => sum + file.size, 0) > maxBytes)
      return setProblem(
        files.length === 1
          ? 'This file is larger than 20 MB. Please choose a smaller one.'
          : 'Together, these files are larger than 20 MB. Please choose fewer.',
      );
    const file = await oneFile(files).catch(() => setProblem(unreadable));
    if (file === undefined) return;
    setProblem(null);
    const { name } = file;
    setSending({ name, percent: 0 });
    abortController.current = new AbortController();
    const { signal } = abortController.current;
    try {
      const onProgress = (percent: number) => setSending({ name, percent });
      const { _id } = await startImport(file, { signal, onProgress });
      follow(_id);
    } catch (error) {
      // If this fails, the import shows as running and can be cancelled there.
      if (signal.aborted) await cancelByName(name).catch(() => {});
      else setProblem(messageOf(error, 'The book couldn’t be uploaded. Please try again.'));
    } finally {
      setSending(null);
    }
  };

  const cancel = async (): Promise<void> => {
    abortController.current?.abort();
    if (id === null) return;
    try {
      await cancelImport(id);
      forget();
    } catch {
      await current.refetch();
    }
  };

  const view =
    sending !== null
      ? { step: 'sending' as const, ...sending }
      : book === undefined || book.state === 'cancelled'
        ? { step: 'choose' as const, problem }
        : { step: book.state, book };
  return { view, send, cancel, forget };
}
