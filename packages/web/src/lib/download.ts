import { type CallKey, type Input, offlineError, sendRequest } from './api.ts';

interface Options {
  signal: AbortSignal;
  /** Told how much has come, 0 to 100; not before the file is under way. */
  onProgress: (percent: number) => void;
}

/** Asks for a file, and tells how much of it has come. */
export async function download<K extends CallKey>(
  key: K,
  input: Input<K>,
  { signal, onProgress }: Options,
): Promise<Blob> {
  const response = await sendRequest(key, input, { signal });
  const total = Number(response.headers.get('content-length'));
  const type = response.headers.get('content-type') ?? '';
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let come = 0;
  const reader = response.body?.getReader();
  try {
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      parts.push(part.value);
      come += part.value.byteLength;
      if (total > 0) onProgress(Math.min(100, Math.round((come / total) * 100)));
    }
  } catch (error) {
    // A connection that broke in the middle.
    throw signal.aborted ? error : offlineError();
  }
  return new Blob(parts, { type });
}

/** Has the browser save a file under this name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads it after this; a minute is plenty to have begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
