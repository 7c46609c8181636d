import { PrebuiltJson } from './prebuilt-json.ts';

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
