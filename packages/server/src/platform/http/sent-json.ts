import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { compress, type Encoding, minCompressedBytes } from './encoding.ts';

/** A response that is already JSON. Its creator must ensure that it matches the contract's schema. */
export class PrebuiltJson {
  /** Bytes rather than a string, which would be encoded again for every response. */
  readonly json: Buffer;
  readonly #sent: 'many' | 'once';
  readonly #encodings = new Map<Encoding, Promise<Buffer>>();

  /** `many` for a cached response: it is compressed once, at a higher level. */
  constructor(json: Buffer, sent: 'many' | 'once' = 'once') {
    this.json = json;
    this.#sent = sent;
  }

  /** An upper bound in bytes of its size in a cache, with all encodings. */
  get size(): number {
    return this.json.length * 3;
  }

  encodedAs(encoding: Encoding): Buffer | Promise<Buffer> {
    if (encoding === 'identity') return this.json;
    const existing = this.#encodings.get(encoding);
    if (existing !== undefined) return existing;
    const bytes = compress(this.json, encoding, this.#sent);
    this.#encodings.set(encoding, bytes);
    // After a failure, the next request tries again.
    bytes.catch(() => this.#encodings.delete(encoding));
    return bytes;
  }

  /** Whether it is large enough to be compressed. */
  get isCompressible(): boolean {
    return this.json.length >= minCompressedBytes;
  }
}

/** A successful response to `Prefer: return=minimal`. */
export class MinimalJson extends PrebuiltJson {
  constructor(data: object) {
    super(Buffer.from(JSON.stringify({ success: true, data })));
  }
}

/** A successful response to cache and send many times. */
export const prebuiltJson = (body: object): PrebuiltJson =>
  new PrebuiltJson(Buffer.from(JSON.stringify({ success: true, ...body })), 'many');

/** The JSON of an object, or of each object of a list, in bytes. */
export type JsonBytes = Buffer | Buffer[];

export const jsonOf = (object: object): Buffer => Buffer.from(JSON.stringify(object));
export const jsonNull = Buffer.from('null');

const comma = Buffer.from(',');
const listStart = Buffer.from('[');
const listEnd = Buffer.from(']');
const end = Buffer.from('}');

const listOf = (items: Buffer[]): Buffer[] => [
  listStart,
  ...items.flatMap((item, index) => (index === 0 ? [item] : [comma, item])),
  listEnd,
];

/** Adds fields to an object whose JSON is cached; both have fields, and none in common. */
export const joinJson = (cached: Buffer, fields: object): Buffer =>
  Buffer.concat([cached.subarray(0, -1), comma, jsonOf(fields).subarray(1)]);

/** The JSON of an object that has, besides its own fields, some whose JSON is known. */
export const jsonWith = (fields: object, known: Record<string, JsonBytes>): Buffer =>
  Buffer.concat([
    jsonOf(fields).subarray(0, -1),
    ...Object.entries(known).flatMap(([name, json]) => [
      Buffer.from(`,${JSON.stringify(name)}:`),
      ...(Array.isArray(json) ? listOf(json) : [json]),
    ]),
    end,
  ]);

/** A successful response of these fields and, as `data`, of JSON that is known; `sent`: see PrebuiltJson. */
export const joinedResponse = (
  data: JsonBytes,
  fields: object = {},
  sent: 'many' | 'once' = 'once',
): PrebuiltJson => new PrebuiltJson(jsonWith({ success: true, ...fields }, { data }), sent);

type JsonSchema = Record<string, unknown>;

/** Rewrites `anyOf [X, null]`, which the serializer would test at run time, to a nullable X. */
function foldNull(schema: JsonSchema): void {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return;
  const [first, second]: JsonSchema[] = anyOf;
  if (first === undefined || second?.type !== 'null' || Array.isArray(first.type)) return;
  const { type } = first;
  delete schema.anyOf;
  if (type === 'object' || type === 'array') Object.assign(schema, first, { nullable: true });
  else if (typeof type === 'string') Object.assign(schema, first, { type: [type, 'null'] });
  else schema.anyOf = anyOf;
}

const validationKeywords = ['pattern', 'format', 'minimum', 'maximum', 'minLength', 'maxLength', '$schema'];

/** The JSON schema of a response's serializer. */
function responseSchema(response: z.ZodObject): JsonSchema {
  return z.toJSONSchema(response, {
    io: 'output',
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      for (const name of validationKeywords) delete (jsonSchema as JsonSchema)[name];
      foldNull(jsonSchema as JsonSchema);
    },
  }) as JsonSchema;
}

type Response = Record<string, unknown>;
type Serializer = (response: Response) => string;
const serializers = new WeakMap<z.ZodObject, Serializer>();

/**
 * The JSON of a response. Fields that the contract does not name are dropped, so they are never sent
 * (docs/product/contract.md#responses). The serializer is compiled when the call first responds: compiling all of them
 * took a fifth of the processor time of a start.
 */
export function responseJson(reply: FastifyReply, schema: z.ZodObject, response: Response): string {
  const serialize: Serializer =
    serializers.get(schema) ?? reply.compileSerializationSchema(responseSchema(schema));
  serializers.set(schema, serialize);
  return serialize(response);
}
