import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/** Rewrites `anyOf [X, null]`, which the serialiser would test at run time, to a nullable X. */
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

/**
 * The JSON schema from which Fastify compiles a response's serialiser. It drops fields that the contract does not
 * name, so they are never sent (docs/product/contract.md#responses).
 */
export function responseSchema(response: z.ZodObject): JsonSchema {
  return z.toJSONSchema(response, {
    io: 'output',
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      for (const name of validationKeywords) delete (jsonSchema as JsonSchema)[name];
      foldNull(jsonSchema as JsonSchema);
    },
  }) as JsonSchema;
}
