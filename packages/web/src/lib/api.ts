import type { AnyCall, CallByKey } from '@inkling/contract/all';
import type { InputOf, idempotencyKeyHeader, ResponseOf } from '@inkling/contract/call';
import type { Failure, FieldError } from '@inkling/contract/errors';
import { createContext } from 'react-router';
import { connectionHeader, connectionId } from './connection-id.ts';
import { clearToken, readToken } from './session-store.ts';

/** The name of a call, such as `GET /stories/{id}`; with it and its input an answer is cached. */
export type CallKey = AnyCall['key'];
export type Input<K extends CallKey> = InputOf<CallByKey<K>>;
export type CallResponse<K extends CallKey> = ResponseOf<CallByKey<K>>;

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

/** The code of an answer in which the server says nothing that is for people: a proxy's page, or nothing at all. */
const noMessage = 'UNSAID';

/** What to tell people of a failure: the server's own words, else those of the place where it happened. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.code !== noMessage ? error.message : fallback;

interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: object;
}

/** Path and query of a call with this input, below the API's prefix. */
export function addressOf(key: CallKey, input: LooseInput): string {
  const path = key
    .slice(key.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(input.params?.[name] ?? ''));
  const given = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `/api/v1${path}${query === '' ? '' : `?${query}`}`;
}

export const offlineError = () =>
  new ApiError(0, 'OFFLINE', 'The server cannot be reached. Check your connection, then try again.');

/** The refusal that an answer of this status is; its body may be anything when a proxy has written it. */
export function apiErrorOf(status: number, body: Partial<Failure>, retryAfter: string | null): ApiError {
  const { message = '', code = 'UNKNOWN', errors } = body;
  const seconds = Number(retryAfter) || null;
  if (message === '') return new ApiError(status, noMessage, 'An error occurred', errors, seconds);
  return new ApiError(status, code, message, errors, seconds);
}

interface CallOptions {
  signal?: AbortSignal;
  keepalive?: boolean;
  /** Of another log-in than the one that is kept. */
  token?: string;
  /** By which the server knows the same request when it is sent again. */
  idempotencyKey?: string;
}

/** The header of that key; its name would otherwise bring the contract's schemas along. */
const keyIn: typeof idempotencyKeyHeader = 'idempotency-key';

/**
 * Asks the server from the browser, and fails unless it agrees; calls with a file go through `upload`. A 401 drops
 * the token: whoever was signed in no longer is. `keepalive` lets a call outlive the page that makes it.
 */
export async function sendRequest<K extends CallKey>(
  key: K,
  input: Input<K>,
  { token: other, idempotencyKey, ...options }: CallOptions = {},
): Promise<Response> {
  const { body } = input as LooseInput;
  const token = other ?? readToken();
  const headers = new Headers({ accept: 'application/json' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const line = connectionId();
  if (line !== null) headers.set(connectionHeader, line);
  if (idempotencyKey !== undefined) headers.set(keyIn, idempotencyKey);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const response = await fetch(addressOf(key, input as LooseInput), {
    method: key.slice(0, key.indexOf(' ')),
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    credentials: 'omit',
    ...options,
  }).catch((error: unknown) => {
    throw options.signal?.aborted ? error : offlineError();
  });
  if (response.ok) return response;
  if (response.status === 401 && token !== null) clearToken(token);
  const failure: Partial<Failure> = await response.json().catch(() => ({}));
  throw apiErrorOf(response.status, failure, response.headers.get('retry-after'));
}

/** Calls the server from the browser, and answers with what it says. */
export async function call<K extends CallKey>(
  key: K,
  input: Input<K>,
  options: CallOptions = {},
): Promise<CallResponse<K>> {
  const response = await sendRequest(key, input, options);
  // An answer that breaks off is none.
  return response.json().catch((error: unknown) => {
    throw options.signal?.aborted ? error : offlineError();
  });
}

export type Caller = <K extends CallKey>(key: K, input: Input<K>) => Promise<CallResponse<K>>;

/** How loaders call while a page is rendered on the server: the same calls, as a visitor, without the network. */
export const serverCallContext = createContext<Caller>();
