import type { Failure } from '@inkling/contract/errors';
import { addressOf, apiErrorOf, type CallKey, type CallResponse, type Input, offlineError } from './api.ts';
import { clearToken, readToken } from './session-store.ts';

interface Options {
  signal: AbortSignal;
  /** Told how much has been sent, 0 to 100. */
  onProgress: (percent: number) => void;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

/** Sends a file with a call, as `call` does, and tells how far it is: `fetch` cannot say that of what it sends. */
export function upload<K extends CallKey>(
  key: K,
  input: Input<K> & { file: Blob },
  { signal, onProgress }: Options,
): Promise<CallResponse<K>> {
  const request = new XMLHttpRequest();
  const token = readToken();
  request.open(key.slice(0, key.indexOf(' ')), addressOf(key, input));
  if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(total === 0 ? 0 : Math.round((loaded / total) * 100)),
  );
  const body = new FormData();
  // Texts come before the file, so that the server knows them when it reads it.
  for (const [name, text] of Object.entries(input.body ?? {})) body.append(name, String(text));
  body.append('file', input.file, input.file instanceof File ? input.file.name : 'file');
  return new Promise((resolve, reject) => {
    const abort = () => request.abort();
    signal.addEventListener('abort', abort);
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', abort);
      if (signal.aborted) reject(signal.reason);
      else if (request.status === 0) reject(offlineError());
      else if (request.status < 300) resolve(parsed(request.responseText) as CallResponse<K>);
      else {
        if (request.status === 401 && token !== null) clearToken(token);
        const failure = parsed(request.responseText) as Partial<Failure>;
        reject(apiErrorOf(request.status, failure, request.getResponseHeader('retry-after')));
      }
    });
    request.send(body);
  });
}
