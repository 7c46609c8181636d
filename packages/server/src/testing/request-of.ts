import type { Call, CallKey, InputOf } from '@inkling/contract/call';
import type { InjectOptions } from 'fastify';
import { callUrl, type UrlInput } from '../platform/http/call-url.ts';

export interface UntypedInput extends UrlInput {
  body?: object;
  file?: { name: string; bytes: Uint8Array };
}

const boundary = 'inkling-file-boundary';

function multipart({ name, bytes }: { name: string; bytes: Uint8Array }, fields: object): Buffer {
  const textParts = Object.entries(fields).map(
    ([field, text]) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${text}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${encodeURIComponent(name)}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(textParts.join('') + head),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}

/** The HTTP request for a call, given by its key, with this input. */
export const requestOfKey = (
  key: CallKey,
  input: UntypedInput,
  token: string | null = null,
): InjectOptions => ({
  method: key.slice(0, key.indexOf(' ')) as InjectOptions['method'],
  url: callUrl(key, input),
  headers: {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(input.file && { 'content-type': `multipart/form-data; boundary=${boundary}` }),
  },
  ...(input.body !== undefined && { payload: input.body }),
  ...(input.file && { payload: multipart(input.file, input.body ?? {}) }),
});

/** The HTTP request for a call of the contract with this input. */
export const requestOf = <C extends Call>(call: C, input: InputOf<C>, token: string | null): InjectOptions =>
  requestOfKey(call.key, input as UntypedInput, token);

/** The user agent of a browser: views of programs do not count. */
export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
