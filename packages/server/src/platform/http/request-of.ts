import type { Call, CallKey, InputOf } from '@inkling/contract/call';
import type { InjectOptions } from 'fastify';
import { apiPrefix } from './bind.ts';

export interface UntypedInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
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
export function requestOfKey(key: CallKey, input: UntypedInput, token: string | null = null): InjectOptions {
  const space = key.indexOf(' ');
  const path = key
    .slice(space + 1)
    .replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(input.params?.[name] ?? ''));
  const parameters = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]));
  return {
    method: key.slice(0, space) as InjectOptions['method'],
    url: `${apiPrefix}${path}${search.size > 0 ? `?${search}` : ''}`,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(input.file && { 'content-type': `multipart/form-data; boundary=${boundary}` }),
    },
    ...(input.body !== undefined && { payload: input.body }),
    ...(input.file && { payload: multipart(input.file, input.body ?? {}) }),
  };
}

/** The HTTP request for a call of the contract with this input. */
export const requestOf = <C extends Call>(call: C, input: InputOf<C>, token: string | null): InjectOptions =>
  requestOfKey(call.key, input as UntypedInput, token);
