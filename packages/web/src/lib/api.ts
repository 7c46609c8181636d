import type { AnyCall, CallByKey } from '@inkling/contract/all';
import { type InputOf, minimalPreference, type ResponseOf } from '@inkling/contract/call';
import type { Failure, FieldError } from '@inkling/contract/errors';
import { createContext } from 'react-router';
import { reportUnreachable } from './connection.ts';
import { connectionHeader, connectionId } from './connection-id.ts';
import { offlineHeader } from './offline/offline-header.ts';
import { noteServerTime } from './server-time.ts';
import { clearToken, readToken } from './session-store.ts';
import { writingStore } from './written-page.tsx';

/** The name of a call, such as `GET /stories/{id}`; responses are cached by call key and input. */
export type CallKey = AnyCall['key'];
export type Input<K extends CallKey> = InputOf<CallByKey<K>>;
export type CallResponse<K extends CallKey> = ResponseOf<CallByKey<K>>;

/** An error response, or no response (`code` OFFLINE). Its message can be shown to users. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly fields: FieldError[];
  readonly retryAfterSeconds: number | null;
  /** Set for failures of the server only. */
  readonly requestId: string | null;

  constructor(
    status: number,
    code: string,
    message: string,
    fields: FieldError[] = [],
    retryAfter: number | null = null,
    requestId: string | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfter;
    this.requestId = requestId;
  }
}

/** The code of a response without a message for users, such as a proxy's error page or an empty body. */
const noMessage = 'UNSAID';

/**
 * The text to show for a failure: the server's message, else the caller's fallback. A failure of the server has the
 * request's number, which finds it in the log.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  const message = error.code === noMessage ? fallback : error.message;
  if (error.requestId === null || message.includes(error.requestId)) return message;
  return `${message} If it keeps happening, quote this number: ${error.requestId}`;
}

/** Whether the session has ended, which the layout reports. A wrong password at sign-in is a 401 too. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code !== 'WRONG_CREDENTIALS';

/** Whether a failure is likely to pass by itself: no connection, or a server that is starting, busy or unavailable. */
export const mayPass = (error: unknown): boolean =>
  error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status);

interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: object;
}

/** The URL of a call with this input: API prefix, path and query. */
export function urlOf(key: CallKey, input: LooseInput): string {
  const path = key
    .slice(key.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(input.params?.[name] ?? ''));
  const entries = Object.entries(input.query ?? {}).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return `/api/v1${path}${query === '' ? '' : `?${query}`}`;
}

export const offlineError = () =>
  new ApiError(0, 'OFFLINE', 'We can’t reach the server. Check your connection, then try again.');

/** The error for a response with this status. A proxy may have written the body, so every field is optional. */
export function apiErrorOf(status: number, body: Partial<Failure>, retryAfter: string | null): ApiError {
  const { message = '', code = 'UNKNOWN', errors, requestId } = body;
  const seconds = Number(retryAfter) || null;
  if (message === '') return new ApiError(status, noMessage, 'An error occurred', errors, seconds, requestId);
  return new ApiError(status, code, message, errors, seconds, requestId);
}

interface CallOptions {
  signal?: AbortSignal;
  keepalive?: boolean;
  /** Overrides the stored session token. */
  token?: string;
  /** Asks for a response without what the request says; see `minimal` of the call in the contract. */
  minimal?: boolean;
}

/**
 * Sends a request from the browser and throws an ApiError unless it succeeds; calls with a file use `upload`. A 401
 * clears the token, which signs the user out. `keepalive` lets a request outlive its page.
 */
export async function sendRequest<K extends CallKey>(
  key: K,
  input: Input<K>,
  { token: overridingToken, minimal = false, ...options }: CallOptions = {},
): Promise<Response> {
  const { body } = input as LooseInput;
  const token = overridingToken ?? readToken();
  const headers = new Headers({ accept: 'application/json' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const connection = connectionId();
  if (connection !== null) headers.set(connectionHeader, connection);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (minimal) headers.set('prefer', minimalPreference);
  const response = await fetch(urlOf(key, input as LooseInput), {
    method: key.slice(0, key.indexOf(' ')),
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    credentials: 'omit',
    ...options,
  }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    reportUnreachable();
    throw offlineError();
  });
  if (response.headers.has(offlineHeader)) reportUnreachable();
  noteServerTime(response.headers.get('date'));
  if (response.ok) return response;
  if (response.status === 401 && token !== null) clearToken(token);
  const failure: Partial<Failure> = await response.json().catch(() => ({}));
  if (failure.code === 'MAINTENANCE') reportUnreachable();
  throw apiErrorOf(response.status, failure, response.headers.get('retry-after'));
}

/** Calls the server from the browser and returns the parsed response. */
export async function call<K extends CallKey>(
  key: K,
  input: Input<K>,
  options: CallOptions = {},
): Promise<CallResponse<K>> {
  if (import.meta.env.SSR) {
    const writing = writingStore.current();
    if (writing) return writing.call(key, input);
  }
  const response = await sendRequest(key, input, options);
  // A truncated response counts as no response.
  return response.json().catch((error: unknown) => {
    throw options.signal?.aborted ? error : offlineError();
  });
}

export type Caller = <K extends CallKey>(key: K, input: Input<K>) => Promise<CallResponse<K>>;

/** How loaders make calls during server rendering: in process, as a visitor. */
export const serverCallContext = createContext<Caller>();
