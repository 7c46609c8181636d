import type { Call } from '@inkling/contract/call';
import { idempotencyKeyHeader, isFileAnswer, paramNames } from '@inkling/contract/call';
import { failure } from '@inkling/contract/errors';
import { z } from 'zod';
import { apiPrefix } from './bind.ts';

type JsonSchema = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return rest;
};

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

const onceByKey = {
  name: idempotencyKeyHeader,
  in: 'header',
  required: false,
  description: 'The same key and body again make nothing twice, and are answered alike.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
};

function parametersOf(call: Call): JsonSchema[] {
  const inPath = paramNames(call.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: call.params?.[name] ? schemaOf(call.params[name], 'input') : { type: 'string', format: 'uuid' },
  }));
  const { properties = {} }: { properties?: Record<string, JsonSchema> } =
    call.query === undefined ? {} : schemaOf(call.query, 'input');
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema,
  }));
  return [...inPath, ...inQuery, ...(call.onceByKey ? [onceByKey] : [])];
}

function bodyOf(call: Call): JsonSchema {
  if (call.upload) {
    const file = { type: 'string', format: 'binary', maxLength: call.upload.maxBytes };
    const { properties = {} } = call.body ? schemaOf(call.body, 'input') : {};
    const schema = { type: 'object', properties: { ...Object(properties), file }, required: ['file'] };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  return call.body === undefined
    ? {}
    : { requestBody: { required: true, content: json(schemaOf(call.body, 'input')) } };
}

const answerOf = ({ answer }: Call): JsonSchema =>
  isFileAnswer(answer)
    ? {
        description: `A file, to be kept as ${answer.file.name}`,
        content: { [answer.file.type]: { schema: { type: 'string', format: 'binary' } } },
      }
    : { description: 'Success', content: json(schemaOf(answer, 'output')) };

const operationId = (call: Call): string =>
  `${call.method.toLowerCase()}${call.path.replace(/[^A-Za-z]+(.)?/g, (_all, next?: string) => next?.toUpperCase() ?? '')}`;

/** OpenAPI 3.1 of every call, made from the contract that the server itself obeys (docs/product.md §1.8). */
export function openApi(calls: { capability: string; call: Call }[], version: string): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  for (const { capability, call } of calls) {
    const path = apiPrefix + call.path;
    const status = String(call.status ?? 200);
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: {
        operationId: operationId(call),
        summary: call.summary,
        tags: [capability],
        ...(call.access === 'public' ? { security: [{}, { bearer: [] }] } : { security: [{ bearer: [] }] }),
        ...(parametersOf(call).length > 0 && { parameters: parametersOf(call) }),
        ...bodyOf(call),
        responses: {
          [status]: answerOf(call),
          default: { description: 'Refused', content: json({ $ref: '#/components/schemas/Failure' }) },
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
      schemas: { Failure: schemaOf(failure, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}
