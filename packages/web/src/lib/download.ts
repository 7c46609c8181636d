import { useMutation } from '@tanstack/react-query';
import { type CallKey, type Input, offlineError, sendRequest } from './api.ts';
import { showSuccess } from './notify.ts';

export interface DownloadOptions {
  signal?: AbortSignal;
  /** Called with the share received, 0 to 100, once the response has started. */
  onProgress?: (percent: number) => void;
}

/** Downloads a file and reports progress. */
export async function download<K extends CallKey>(
  key: K,
  input: Input<K>,
  { signal, onProgress }: DownloadOptions = {},
): Promise<Blob> {
  const response = await sendRequest(key, input, { ...(signal && { signal }) });
  const total = Number(response.headers.get('content-length'));
  const type = response.headers.get('content-type') ?? '';
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = response.body?.getReader();
  try {
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      parts.push(part.value);
      received += part.value.byteLength;
      if (total > 0) onProgress?.(Math.min(100, Math.round((received / total) * 100)));
    }
  } catch (error) {
    // The connection broke during the download.
    throw signal?.aborted ? error : offlineError();
  }
  return new Blob(parts, { type });
}

/** Saves a file to the user's device under this name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads the URL after the click; it has started within a minute.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A mutation that downloads a file and saves it on the device; `file` says what is asked for and its name. */
export const useSavedDownload = <K extends CallKey, Choice>(
  key: K,
  fallback: string,
  file: (choice: Choice) => { input: Input<K>; name: string },
) =>
  useMutation({
    mutationFn: async (choice: Choice) => {
      const { input, name } = file(choice);
      saveFile(await download(key, input), name);
      return name;
    },
    onSuccess: (name) => showSuccess(`Saved as ${name}.`),
    meta: { fallback },
  });
