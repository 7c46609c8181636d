import type { AnyCall, CallByKey } from '@inkling/contract/all';
import type { AnswerOf, InputOf } from '@inkling/contract/call';
import type { Failure, FieldError } from '@inkling/contract/errors';
import { createContext } from 'react-router';
import { dropToken, readToken } from './session-store.ts';

/** The name of a call, such as `GET /stories/{id}`; with it and its input an answer is cached. */
export type CallKey = AnyCall['key'];
export type Input<K extends CallKey> = InputOf<CallByKey<K>>;
export type Answer<K extends CallKey> = AnswerOf<CallByKey<K>>;

/** A refusal of the server, or its silence (`code` OFFLINE). Its message is for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly fields: FieldError[];
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    code: string,
    message: string,
    fields: FieldError[] = [],
    retryAfter: number | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfter;
  }
}

/** What to tell people of a failure: the server's own words, else those of the place where it happened. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.message !== '' ? error.message : fallback;

interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: object;
  file?: Blob;
}

/** Path and query of a call with this input, below the API's prefix. */
function addressOf(key: CallKey, input: LooseInput): string {
  const path = key
    .slice(key.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(input.params?.[name] ?? ''));
  const given = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `/api/v1${path}${query === '' ? '' : `?${query}`}`;
}

const offline = () =>
  new ApiError(0, 'OFFLINE', 'The server cannot be reached. Check your connection, then try again.');

async function refusal(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after'));
  const body: Partial<Failure> = await response.json().catch(() => ({}));
  const message = body.message || response.statusText || 'An error occurred';
  return new ApiError(response.status, body.code ?? 'UNKNOWN', message, body.errors, retryAfter || null);
}

/**
 * Calls the server from the browser. A 401 drops the token: whoever was signed in no longer is.
 * `keepalive` lets a call outlive the page that makes it.
 */
export async function call<K extends CallKey>(
  key: K,
  input: Input<K>,
  options: { signal?: AbortSignal; keepalive?: boolean } = {},
): Promise<Answer<K>> {
  const { body, file } = input as LooseInput;
  const token = readToken();
  const headers = new Headers({ accept: 'application/json' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  let payload: BodyInit | null = null;
  if (file !== undefined) {
    payload = new FormData();
    // Texts come before the file, so that the server knows them when it reads it.
    for (const [name, text] of Object.entries(body ?? {})) payload.append(name, String(text));
    payload.append('file', file, 'name' in file && typeof file.name === 'string' ? file.name : 'file');
  } else if (body !== undefined) {
    headers.set('content-type', 'application/json');
    payload = JSON.stringify(body);
  }
  const response = await fetch(addressOf(key, input as LooseInput), {
    method: key.slice(0, key.indexOf(' ')),
    headers,
    body: payload,
    credentials: 'omit',
    ...options,
  }).catch((error: unknown) => {
    throw options.signal?.aborted ? error : offline();
  });
  if (response.ok) return response.json();
  if (response.status === 401 && token !== null) dropToken(token);
  throw await refusal(response);
}

export type Caller = <K extends CallKey>(key: K, input: Input<K>) => Promise<Answer<K>>;

/** How loaders call while a page is rendered on the server: the same calls, as a visitor, without the network. */
export const serverCallContext = createContext<Caller>();
