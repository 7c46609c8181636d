import type { Call } from '@inkling/contract/call';
import fc from 'fast-check';
import { z } from 'zod';

interface Field {
  type?: string;
  format?: string;
  enum?: unknown[];
  pattern?: string;
  maxLength?: number;
  anyOf?: Field[];
}

export interface TextField {
  name: string;
  maxLength: number;
  /** Whether the field takes a URL. */
  isAddress: boolean;
}

const asText = (field: Field): Field | undefined =>
  field.type === 'string' ? field : field.anyOf?.find(({ type }) => type === 'string');

/** The free text fields of a call's body: neither ids nor enums. New fields are found automatically. */
export function textFieldsOf(call: Call): TextField[] {
  if (call.body === undefined) return [];
  const { properties = {} } = z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).flatMap(([name, schema]) => {
    const field = asText(schema as Field);
    if (field === undefined || field.format === 'uuid' || field.enum !== undefined) return [];
    const isAddress = field.pattern?.startsWith('^(https:') ?? false;
    return [{ name, maxLength: field.maxLength ?? Number.POSITIVE_INFINITY, isAddress }];
  });
}

type Schema = Record<string, unknown>;

/** Values that often break programs. */
export const hostile: unknown[] = [
  null,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202Ereversed',
  '\u200b',
  'x'.repeat(70_000),
  "'; drop table users; --",
  '%_\\',
  '<script>alert(1)</script>',
  '{{7*7}}<%= 7 * 7 %>',
  '../../etc/passwd',
  'ﷺ'.repeat(50),
  '👨‍👩‍👧‍👦',
  0,
  -1,
  1e9,
  2 ** 53 + 1,
  1.5,
  Number.POSITIVE_INFINITY,
  Number.NaN,
  true,
  [],
  {},
  [[[[[]]]]],
  { __proto__: { admin: true } },
  { constructor: { prototype: { admin: true } } },
  '019f0000-0000-7000-8000-000000000000',
  'undefined',
];

const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.double(),
  fc.jsonValue(),
);

/** A valid value of a JSON schema; only the common keywords are respected. */
export function valid(schema: Schema): fc.Arbitrary<unknown> {
  const {
    type,
    anyOf,
    enum: options,
    const: only,
    items,
    properties,
    required = [],
  } = schema as {
    type?: string | string[];
    anyOf?: Schema[];
    enum?: unknown[];
    const?: unknown;
    items?: Schema;
    properties?: Record<string, Schema>;
    required?: string[];
  };
  if (only !== undefined) return fc.constant(only);
  if (options) return fc.constantFrom(...options);
  if (anyOf) return fc.oneof(...anyOf.map(valid));
  switch (Array.isArray(type) ? type[0] : type) {
    case 'string':
      return validString(schema);
    case 'integer':
      return fc.integer({ min: bound(schema.minimum, -1000), max: bound(schema.maximum, 1000) });
    case 'number':
      return fc.double({ min: bound(schema.minimum, -1000), max: bound(schema.maximum, 1000), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valid(items ?? {}), { maxLength: 6 });
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(properties ?? {}).map(([name, of]) => [name, valid(of)])),
        { requiredKeys: required.filter((name) => name in (properties ?? {})) },
      );
    default:
      return fc.oneof(fc.string(), fc.integer({ min: 1, max: 50 }));
  }
}

const bound = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Math.abs(value) < 1e6 ? value : fallback;

function validString(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'email') return fc.emailAddress();
  const { minLength, maxLength } = schema as { minLength?: number; maxLength?: number };
  return fc.string({
    minLength: minLength ?? 0,
    maxLength: Math.min(maxLength ?? 60, 300),
    unit: 'grapheme',
  });
}

/** A valid value with one property replaced, by anything or by one of these values. */
export const almostValid = (schema: Schema, by = anything): fc.Arbitrary<unknown> =>
  fc.tuple(valid(schema), by, fc.nat()).map(([value, wrong, index]) => {
    if (typeof value !== 'object' || value === null) return wrong;
    const names = Object.keys(value);
    const name = names[index % Math.max(1, names.length)] ?? 'extra';
    return { ...value, [name]: wrong };
  });

/** Arbitrary values under known and unknown property names. */
export const hostileObject = (schema: Schema): fc.Arbitrary<unknown> => {
  const names = Object.keys((schema.properties as object | undefined) ?? {});
  const keys = fc.constantFrom(
    ...names,
    '__proto__',
    'constructor',
    'prototype',
    '_id',
    'role',
    'isAdmin',
    'isModerator',
    '$where',
    '',
  );
  return fc.oneof(fc.dictionary(keys, anything, { maxKeys: 8, noNullPrototype: true }), anything);
};
