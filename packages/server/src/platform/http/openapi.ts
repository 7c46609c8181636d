import type { Call } from '@inkling/contract/call';
import { isFileResponse, minimalPreference, paramNames } from '@inkling/contract/call';
import { failure } from '@inkling/contract/errors';
import { z } from 'zod';
import { apiPrefix } from './bind.ts';

export type JsonSchema = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return rest;
};

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

/** A request or response body: its media type and schema. */
export interface Content {
  type: string;
  schema: JsonSchema;
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

const json = (schema: JsonSchema): Content => ({ type: 'application/json', schema });
const contentObject = ({ type, schema }: Content) => ({ [type]: { schema } });

export function parametersOf(call: Call): Parameter[] {
  const inPath = paramNames(call.path).map(
    (name): Parameter => ({
      name,
      in: 'path',
      required: true,
      schema: call.params?.[name] ? schemaOf(call.params[name], 'input') : { type: 'string', format: 'uuid' },
    }),
  );
  const { properties } = call.query === undefined ? {} : schemaOf(call.query, 'input');
  const inQuery = Object.entries(isSchema(properties) ? properties : {}).map(
    ([name, schema]): Parameter => ({
      name,
      in: 'query',
      required: false,
      schema: isSchema(schema) ? schema : {},
    }),
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

export function bodyOf(call: Call): Content | null {
  if (call.upload) {
    const file = { type: 'string', format: 'binary', maxLength: call.upload.maxBytes };
    const { properties = {} } = call.body ? schemaOf(call.body, 'input') : {};
    const schema = { type: 'object', properties: { ...Object(properties), file }, required: ['file'] };
    return { type: 'multipart/form-data', schema };
  }
  return call.body === undefined ? null : json(schemaOf(call.body, 'input'));
}

export const responseOf = ({ response }: Call): Content =>
  isFileResponse(response)
    ? { type: response.file.type, schema: { type: 'string', format: 'binary' } }
    : json(schemaOf(response, 'output'));

const otherFileTypes = ({ response }: Call): JsonSchema =>
  isFileResponse(response)
    ? Object.fromEntries(
        response.file.otherTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
      )
    : {};

export const failureSchema = (): JsonSchema => schemaOf(failure, 'output');

/** An identifier for a call, such as `getStoriesId`. */
export const operationId = (call: Call): string =>
  `${call.method.toLowerCase()}${call.path.replace(/[^A-Za-z]+(.)?/g, (_all, next?: string) => next?.toUpperCase() ?? '')}`;

/** The OpenAPI 3.1 document, generated from the contract that the server enforces (docs/product/http.md#api-documentation). */
export function openApi(calls: { capability: string; call: Call }[], version: string): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  for (const { capability, call } of calls) {
    const path = apiPrefix + call.path;
    const status = String(call.status ?? 200);
    const { response } = call;
    const parameters = parametersOf(call);
    const body = bodyOf(call);
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: {
        operationId: operationId(call),
        summary: call.summary,
        tags: [capability],
        'x-access': call.access,
        ...(call.access === 'public' ? { security: [{}, { bearer: [] }] } : { security: [{ bearer: [] }] }),
        ...(parameters.length > 0 && { parameters }),
        ...(body !== null && { requestBody: { required: true, content: contentObject(body) } }),
        responses: {
          [status]: {
            description: isFileResponse(response) ? `A file named ${response.file.name}` : 'Success',
            content: { ...contentObject(responseOf(call)), ...otherFileTypes(call) },
          },
          default: {
            description: 'Failure',
            content: contentObject(json({ $ref: '#/components/schemas/Failure' })),
          },
        },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Inkling',
      version,
      summary: 'Read, follow and collect serialized stories, and write them.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(calls.map(({ capability }) => capability))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Failure: failureSchema() },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}
