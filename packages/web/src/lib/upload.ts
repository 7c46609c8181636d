import type { Failure } from '@inkling/contract/errors';
import { apiErrorOf, type CallKey, type CallResponse, type Input, offlineError, urlOf } from './api.ts';
import { clearToken, readToken } from './session-store.ts';

export interface UploadOptions {
  signal: AbortSignal;
  /** Called with the share sent, 0 to 100. */
  onProgress: (percent: number) => void;
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

/** Sends a call with a file and reports progress, which `fetch` cannot do for request bodies. */
export function upload<K extends CallKey>(
  key: K,
  input: Input<K> & { file: Blob },
  { signal, onProgress }: UploadOptions,
): Promise<CallResponse<K>> {
  const request = new XMLHttpRequest();
  const token = readToken();
  request.open(key.slice(0, key.indexOf(' ')), urlOf(key, input));
  if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(total === 0 ? 0 : Math.round((loaded / total) * 100)),
  );
  const body = new FormData();
  // Fields come before the file, so that the server has them when it reads the file.
  for (const [name, text] of Object.entries(input.body ?? {})) body.append(name, String(text));
  body.append('file', input.file, input.file instanceof File ? input.file.name : 'file');
  return new Promise((resolve, reject) => {
    const abort = () => request.abort();
    signal.addEventListener('abort', abort);
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', abort);
      if (signal.aborted) reject(signal.reason);
      else if (request.status === 0) reject(offlineError());
      else if (request.status < 300) resolve(parseJson(request.responseText) as CallResponse<K>);
      else {
        if (request.status === 401 && token !== null) clearToken(token);
        const failure = parseJson(request.responseText) as Partial<Failure>;
        reject(apiErrorOf(request.status, failure, request.getResponseHeader('retry-after')));
      }
    });
    request.send(body);
  });
}
