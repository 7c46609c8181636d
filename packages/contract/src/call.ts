import type { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';

/**
 * The definition of a call. Its key, such as `GET /stories/{id}`, is its only name: the server binds it, and the
 * browser calls it and caches responses by it (docs/product/contract.md#calls).
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type CallKey = `${Method} /${string}`;

/**
 * Who may call: everyone, signed-in people, the owner of the object, its members, a moderator of the site or an admin, an admin
 * (docs/product/access.md#levels).
 */
export type Access = 'public' | 'user' | 'owner' | 'member' | 'moderator' | 'admin';

/** The flow whose rate limit a call counts against (docs/product/http.md#rate-limits). */
export type LimitClass =
  | 'read'
  | 'search'
  | 'write'
  | 'login'
  | 'register'
  | 'mail'
  | 'sync'
  | 'upload'
  | 'export'
  | 'storyExport'
  | 'contact'
  | 'assistant'
  | 'live'
  | 'failure'
  | 'page';

type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name | keyof PathParams<Rest>]: string }
  : unknown;

type ObjectSchema = z.ZodObject;

/**
 * A response that is a file of this type and name instead of JSON, or of one of the other types with a name of its own.
 * Failures are still JSON.
 */
export interface FileResponseSchema {
  file: { type: string; name: string; otherTypes: readonly string[] };
}
export const fileResponse = (
  type: string,
  name: string,
  otherTypes: readonly string[] = [],
): FileResponseSchema => ({ file: { type, name, otherTypes } });

type ResponseShape = ObjectSchema | FileResponseSchema;
export const isFileResponse = (response: ResponseShape): response is FileResponseSchema => 'file' in response;

/** The rules for an uploaded file. */
export interface UploadRules {
  maxBytes: number;
  tooLarge?: string;
  types?: readonly string[];
  wrongType?: string;
}

/** The properties of a call except its key. */
interface CallDefinition<Query, Body, Response> {
  summary: string;
  access: Access;
  /** Schemas of path parameters that are not ids (ids are the default). */
  params?: Record<string, z.ZodType<string>>;
  query?: Query;
  body?: Body;
  /**
   * The request is multipart/form-data: one file of at most `maxBytes`, and the body's fields as text parts.
   * `tooLarge` is the message for a larger file, `wrongType` for one whose declared type is not in `types`.
   */
  upload?: UploadRules;
  response: Response;
  /** False for a GET that must not run for HEAD, because it changes something or is expensive. */
  head?: false;
  /** Defaults to 200. */
  status?: 200 | 201 | 202;
  /** Whether a response has the status 202 instead, since what was asked for is still to be decided. */
  isAccepted?(response: Response extends ObjectSchema ? Omit<z.output<Response>, 'success'> : never): boolean;
  /** Codes of failures besides those that follow from the rest (`codesOf` in call-errors.ts). */
  errors?: readonly ErrorCode[];
  limit?: LimitClass;
  /** Whether the call can hide from others what they could read. Once it is over, no standby shows that any more. */
  withdraws?: true;
  /** A suspended person may make this call, though it writes (docs/product/measures.md#suspension). */
  whileSuspended?: true;
  /** The maximum size of the JSON body in bytes; 64 KiB by default. */
  bodyLimit?: number;
  /** The response to a request with `Prefer: return=minimal`: without what the client has sent itself. */
  minimal?: ObjectSchema;
}

/** The value of the header `Prefer`, and of `Preference-Applied` in the response. */
export const minimalPreference = 'return=minimal';

export interface Call<
  Key extends CallKey = CallKey,
  Query extends ObjectSchema | undefined = ObjectSchema | undefined,
  Body extends ObjectSchema | undefined = ObjectSchema | undefined,
  Response extends ResponseShape = ResponseShape,
> extends Omit<CallDefinition<Query, Body, Response>, 'query' | 'body'> {
  key: Key;
  method: Method;
  path: string;
  query: Query;
  body: Body;
}

/** Declares a call. Types of path parameters come from the key, the rest from the schemas. */
export function defineCall<
  const Key extends CallKey,
  Response extends ResponseShape,
  Query extends ObjectSchema | undefined = undefined,
  Body extends ObjectSchema | undefined = undefined,
>(key: Key, definition: CallDefinition<Query, Body, Response>): Call<Key, Query, Body, Response> {
  const space = key.indexOf(' ');
  return {
    ...definition,
    key,
    method: key.slice(0, space) as Method,
    path: key.slice(space + 1),
    query: definition.query as Query,
    body: definition.body as Body,
  };
}

type PathOf<Key extends CallKey> = Key extends `${Method} ${infer Path}` ? Path : never;
type Given<Schema> = Schema extends z.ZodType ? z.input<Schema> : Record<never, never>;
type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<never, never>;

/** The input of a call: `{ params, query, body }`, each part only if the call has it. */
export type InputOf<C extends Call> = (PathParams<PathOf<C['key']>> extends infer P
  ? keyof P extends never
    ? { params?: undefined }
    : { params: P }
  : never) &
  (C['query'] extends ObjectSchema ? { query?: Given<C['query']> } : { query?: undefined }) &
  (C['body'] extends ObjectSchema ? { body: Given<C['body']> } : { body?: undefined }) & { file?: Blob };

/** The parsed input that a handler gets. */
export type ParsedInput<C extends Call> = {
  params: PathParams<PathOf<C['key']>>;
  query: Parsed<C['query']>;
  body: Parsed<C['body']>;
};

/** The response as sent, including `success: true`; a Blob for a file. */
export type ResponseOf<C extends Call> = C['response'] extends ObjectSchema ? z.output<C['response']> : Blob;

/** The names of the path parameters, in order. */
export const paramNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1] ?? '');
