import { readFileSync } from 'node:fs';
import type { Call } from '@inkling/contract/call';
import { isFileResponse, minimalPreference, paramNames } from '@inkling/contract/call';
import { codesOf } from '@inkling/contract/call-errors';
import * as capabilities from '@inkling/contract/capabilities';
import { type ErrorCode, errorStatus, failure } from '@inkling/contract/errors';
import { emptyResponse, pagination, positionedPagination } from '@inkling/contract/page';
import { id, isoDate } from '@inkling/contract/text';
import { z } from 'zod';
import { apiPrefix } from '../http/bind.ts';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

const schemaPath = '#/components/schemas/';
const refTo = (name: string): JsonSchema => ({ $ref: schemaPath + name });

/**
 * What responses consist of, by the names of the contract's exports: `story` is `Story`. Responses refer to these
 * instead of repeating them. Bodies of requests are not among them: each belongs to one call.
 */
const entities = z.registry<{ id: string }>();
for (const [name, schema] of [
  ['failure', failure] as const,
  ['emptyResponse', emptyResponse] as const,
  ['pagination', pagination] as const,
  ['positionedPagination', positionedPagination] as const,
  ['id', id] as const,
  ['isoDate', isoDate] as const,
  ...Object.values(capabilities).flatMap((exports) => Object.entries<unknown>(exports)),
]) {
  if (!(schema instanceof z.ZodType) || name.endsWith('Body')) continue;
  entities.add(schema, { id: name.charAt(0).toUpperCase() + name.slice(1) });
}

/** The patterns of ids and dates, which their format says. */
const patternsOfFormats = new Set(
  [z.uuid(), z.iso.datetime(), z.iso.date()].map((schema) => z.toJSONSchema(schema).pattern),
);

/** Leaves out what the rest says: those patterns, the bounds of all integers, and the types of constants. */
const withoutRepetition: z.core.ToJSONSchemaParams['override'] = ({ jsonSchema }) => {
  if (patternsOfFormats.has(jsonSchema.pattern)) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.const !== undefined) delete jsonSchema.type;
};

/** The same for responses, which later versions may extend: clients ignore fields that they do not know. */
const ofResponse: z.core.ToJSONSchemaParams['override'] = (context) => {
  withoutRepetition(context);
  if (context.jsonSchema.additionalProperties === false) delete context.jsonSchema.additionalProperties;
};

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const converted = z.toJSONSchema(schema, {
    io,
    ...(io === 'output' && { metadata: entities }),
    unrepresentable: 'any',
    override: io === 'output' ? ofResponse : withoutRepetition,
  });
  const { $schema: _dialect, $defs: _entities, ...rest } = converted;
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', `"${schemaPath}`)) as JsonSchema;
}

/** Every entity, by name. */
export function entitySchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(entities, {
    io: 'output',
    uri: (name) => schemaPath + name,
    unrepresentable: 'any',
    override: ofResponse,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _id, ...schema }]) => [name, schema]),
  );
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

/** A request or response body: its schema and the media types that it may have. */
export interface Content {
  types: string[];
  schema: JsonSchema;
}

/** The fields of an object; none of them is `true` or `false`, as JSON Schema would allow. */
export const propertiesOf = ({ properties = {} }: JsonSchema) =>
  Object.entries(properties) as [string, JsonSchema][];

const json = (schema: JsonSchema): Content => ({ types: ['application/json'], schema });
const contentObject = ({ types, schema }: Content) =>
  Object.fromEntries(types.map((type) => [type, { schema }]));

export function parametersOf(call: Call): Parameter[] {
  const inPath = paramNames(call.path).map(
    (name): Parameter => ({
      name,
      in: 'path',
      required: true,
      schema: call.params?.[name] ? schemaOf(call.params[name], 'input') : { type: 'string', format: 'uuid' },
    }),
  );
  const query = call.query === undefined ? {} : schemaOf(call.query, 'input');
  const inQuery = propertiesOf(query).map(
    ([name, schema]): Parameter => ({ name, in: 'query', required: false, schema }),
  );
  return [...inPath, ...inQuery, ...(call.minimal === undefined ? [] : [preferMinimal])];
}

const preferMinimal: Parameter = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description: 'The response then leaves out what the request has said.',
  schema: { type: 'string', enum: [minimalPreference] },
};

const binary: JsonSchema = { type: 'string', format: 'binary' };

export function bodyOf(call: Call): Content | null {
  if (call.upload) {
    const { properties } = call.body ? schemaOf(call.body, 'input') : {};
    const file: JsonSchema = { ...binary, maxLength: call.upload.maxBytes };
    const schema: JsonSchema = { type: 'object', properties: { ...properties, file }, required: ['file'] };
    return { types: ['multipart/form-data'], schema };
  }
  return call.body === undefined ? null : json(schemaOf(call.body, 'input'));
}

export const responseOf = ({ response }: Call): Content =>
  isFileResponse(response)
    ? { types: [response.file.type, ...response.file.otherTypes], schema: binary }
    : json(schemaOf(response, 'output'));

/** An identifier for a call, such as `getStoriesId`. */
export const operationId = (call: Call): string =>
  `${call.method.toLowerCase()}${call.path.replace(/[^A-Za-z]+(.)?/g, (_all, next?: string) => next?.toUpperCase() ?? '')}`;

/** The codes of a call by status, for example `[['404', ['NOT_FOUND']]]`. */
export const codesByStatus = (call: Call): [string, ErrorCode[]][] =>
  [...Map.groupBy(codesOf(call).toSorted(), (code) => String(errorStatus[code]))].toSorted();

/** A failure is described once for each set of codes that a status may have. */
const failureName = (codes: ErrorCode[]): string => codes.join('.');

const failureResponse = (codes: ErrorCode[]): JsonSchema => ({
  description: codes.join(' or '),
  content: contentObject(
    json({ allOf: [refTo('Failure'), { type: 'object', properties: { code: { enum: codes } } }] }),
  ),
});

/** The calls of the specification; the others are extensions. */
const specified = new Set(
  readFileSync(new URL(import.meta.resolve('@inkling/contract/specified-calls.tsv')), 'utf8')
    .split('\n')
    .map((line) => line.split('\t').slice(0, 2).join(' ')),
);
export const isExtension = ({ key }: Call): boolean => !specified.has(key);

/** Names for the parameters that several calls have, by their JSON: `limit`, and `limit.2` for one with other bounds. */
function namesOfShared(calls: readonly Call[]): Map<string, string> {
  const same = Map.groupBy(calls.flatMap(parametersOf), (parameter) => JSON.stringify(parameter));
  const shared = [...same].filter(([, { length }]) => length > 1);
  const byName = Map.groupBy(shared, ([, [parameter]]) => parameter?.name ?? '');
  return new Map(
    [...byName].flatMap(([name, all]) =>
      all.map(([json], index) => [json, index === 0 ? name : `${name}.${index + 1}`] as const),
    ),
  );
}

const successOf = (call: Call): JsonSchema => ({
  description: isFileResponse(call.response) ? `A file named ${call.response.file.name}` : 'Success',
  content: contentObject(responseOf(call)),
});

/** Names for the successful responses that several calls have, by their JSON: that of the first of these calls. */
function namesOfSuccesses(calls: readonly Call[]): Map<string, string> {
  const same = Map.groupBy(calls, (call) => JSON.stringify(successOf(call)));
  return new Map(
    [...same].flatMap(([json, [first, second]]) =>
      first === undefined || second === undefined ? [] : [[json, `${operationId(first)}.success`] as const],
    ),
  );
}

interface Shared {
  parameters: Map<string, string>;
  successes: Map<string, string>;
}

function operation(capability: string, call: Call, shared: Shared): JsonSchema {
  const success = successOf(call);
  const successName = shared.successes.get(JSON.stringify(success));
  const parameters = parametersOf(call).map((parameter) => {
    const name = shared.parameters.get(JSON.stringify(parameter));
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
  });
  const body = bodyOf(call);
  const failures = codesByStatus(call).map(([status, codes]) => [
    status,
    { $ref: `#/components/responses/${failureName(codes)}` },
  ]);
  return {
    operationId: operationId(call),
    summary: call.summary,
    tags: [capability],
    'x-access': call.access,
    ...(isExtension(call) && { 'x-extension': true }),
    ...(call.access === 'public' && { security: [{}, { bearer: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== null && { requestBody: { required: true, content: contentObject(body) } }),
    responses: {
      [String(call.status ?? 200)]:
        successName === undefined ? success : { $ref: `#/components/responses/${successName}` },
      ...(call.isAccepted !== undefined && {
        202: { description: 'Accepted', content: contentObject(responseOf(call)) },
      }),
      ...Object.fromEntries(failures),
    },
  };
}

const jsonByName = (named: Map<string, string>): Record<string, JsonSchema> =>
  Object.fromEntries([...named].map(([json, name]) => [name, JSON.parse(json) as JsonSchema]));

/** The OpenAPI 3.1 document, generated from the contract that the server enforces (docs/product/http.md#api-documentation). */
export function openApi(calls: { capability: string; call: Call }[], version: string): JsonSchema {
  const all = calls.map(({ call }) => call);
  const shared = { parameters: namesOfShared(all), successes: namesOfSuccesses(all) };
  const paths: Record<string, JsonSchema> = {};
  for (const { capability, call } of calls) {
    const path = apiPrefix + call.path;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(capability, call, shared) };
  }
  const failures = calls.flatMap(({ call }) => codesByStatus(call).map(([, codes]) => codes));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Inkling',
      version,
      summary: 'Read, follow and collect serialized stories, and write them.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: [...new Set(calls.map(({ capability }) => capability))].map((name) => ({ name })),
    paths,
    components: {
      schemas: entitySchemas(),
      parameters: jsonByName(shared.parameters),
      responses: {
        ...jsonByName(shared.successes),
        ...Object.fromEntries(failures.map((codes) => [failureName(codes), failureResponse(codes)])),
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}
