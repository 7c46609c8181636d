import type { z } from 'zod';

/**
 * The vocabulary of the contract: what a call is. The key, `GET /stories/{id}`, is the call's one name:
 * the server binds it, the browser calls it and caches its answers by it (docs/product.md §1.1).
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type CallKey = `${Method} /${string}`;

/** Who may call: anybody, whoever is signed in, the row's author, a community's member, an admin. */
export type Access = 'public' | 'user' | 'owner' | 'member' | 'admin';

/** The flow whose rate limit a call counts against (docs/product.md §1.6). */
export type LimitClass =
  | 'read'
  | 'write'
  | 'login'
  | 'register'
  | 'mail'
  | 'sync'
  | 'upload'
  | 'export'
  | 'contact'
  | 'live'
  | 'page';

type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name | keyof PathParams<Rest>]: string }
  : unknown;

type ObjectSchema = z.ZodObject;

/** An answer that is a file instead of JSON: of this type, to be kept under this name. Failures are JSON as ever. */
export interface FileResponseSchema {
  file: { type: string; name: string };
}
export const fileResponse = (type: string, name: string): FileResponseSchema => ({ file: { type, name } });

type ResponseShape = ObjectSchema | FileResponseSchema;
export const isFileResponse = (response: ResponseShape): response is FileResponseSchema => 'file' in response;

/** What a file may be that is sent along. */
export interface UploadRules {
  maxBytes: number;
  tooLarge?: string;
  types?: readonly string[];
  wrongType?: string;
}

/** What is said of a call besides its key. */
interface CallDefinition<Query, Body, Response> {
  summary: string;
  access: Access;
  /** Schemas of path parameters that are not ids (ids are the default). */
  params?: Record<string, z.ZodType<string>>;
  query?: Query;
  body?: Body;
  /**
   * The request is multipart/form-data: one file of at most this many bytes, and the body's fields as texts
   * beside it. `tooLarge` is what to say of a larger one, `wrongType` of one that says it is of another type than `types`.
   */
  upload?: UploadRules;
  response: Response;
  /** False for a GET that HEAD may not run: it changes something, or is too much work for nothing. */
  head?: false;
  /** 200 unless something is created. */
  status?: 200 | 201 | 202;
  limit?: LimitClass;
  /** Bytes of JSON that the body may have; 64 KiB unless said. */
  bodyLimit?: number;
  /** Makes something new, once for all requests with the same `idempotency-key` (docs/product.md §1.12). */
  onceByKey?: true;
}

/** The header by which a request that is sent again, since its answer was lost, is known for the same. */
export const idempotencyKeyHeader = 'idempotency-key';

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

/** What a caller sends: `{ params, query, body }`, each part only when the call has it. */
export type InputOf<C extends Call> = (PathParams<PathOf<C['key']>> extends infer P
  ? keyof P extends never
    ? { params?: undefined }
    : { params: P }
  : never) &
  (C['query'] extends ObjectSchema ? { query?: Given<C['query']> } : { query?: undefined }) &
  (C['body'] extends ObjectSchema ? { body: Given<C['body']> } : { body?: undefined }) & { file?: Blob };

/** What a handler gets: the same three parts, parsed. */
export type ParsedInput<C extends Call> = {
  params: PathParams<PathOf<C['key']>>;
  query: Parsed<C['query']>;
  body: Parsed<C['body']>;
};

/** The answer as the wire carries it, `success: true` included; a file as browsers have it. */
export type ResponseOf<C extends Call> = C['response'] extends ObjectSchema ? z.output<C['response']> : Blob;

/** Path parameters' names, in order. */
export const paramNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1] ?? '');
