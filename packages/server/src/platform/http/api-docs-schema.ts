import { escapeHtml } from './html.ts';
import type { JsonSchema } from './openapi.ts';

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const schemasIn = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : []);
const propertiesOf = (schema: JsonSchema): [string, JsonSchema][] =>
  isSchema(schema.properties)
    ? Object.entries(schema.properties).filter((entry): entry is [string, JsonSchema] => isSchema(entry[1]))
    : [];

const formats: Record<string, string> = {
  uuid: 'id',
  'date-time': 'date and time',
  email: 'email address',
  binary: 'file',
};
const isBound = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;

function range(from: unknown, to: unknown, unit: string): string | null {
  const [low, high] = [isBound(from) ? from : null, isBound(to) ? to : null];
  if (low === null && high === null) return null;
  if (high === null) return low === 0 ? null : `at least ${low}${unit}`;
  return low === null ? `at most ${high}${unit}` : `${low} to ${high}${unit}`;
}

/** The anchor of an entity on the page. */
export const entityAnchor = (name: string): string => `entity-${name}`;

function entityLink(ref: string): string {
  const name = escapeHtml(ref.split('/').at(-1) ?? '');
  return `<a href="#${entityAnchor(name)}">${name}</a>`;
}

/** A short description of a type as HTML: `list of id`, `text or null`, `"light" | "dark"`, a link to an entity. */
export function typeHtml(schema: JsonSchema): string {
  if (typeof schema.$ref === 'string') return entityLink(schema.$ref);
  if ('const' in schema) return escapeHtml(JSON.stringify(schema.const));
  if (Array.isArray(schema.enum))
    return escapeHtml(schema.enum.map((value) => JSON.stringify(value)).join(' | '));
  const choices = [...schemasIn(schema.anyOf), ...schemasIn(schema.oneOf)];
  if (choices.length > 0) return [...new Set(choices.map(typeHtml))].join(' or ');
  if (schema.type === 'array')
    return `list of ${isSchema(schema.items) ? typeHtml(schema.items) : 'anything'}`;
  if (typeof schema.format === 'string') return formats[schema.format] ?? escapeHtml(schema.format);
  if (schema.type === 'string') return 'text';
  return typeof schema.type === 'string' ? schema.type : 'anything';
}

/** The limits and the default of a value. */
function notesOf(schema: JsonSchema): string[] {
  const pattern = typeof schema.pattern === 'string' && schema.format === undefined;
  return [
    range(schema.minLength, schema.maxLength, schema.format === 'binary' ? ' bytes' : ' characters'),
    range(schema.minimum, schema.maximum, ''),
    range(schema.minItems, schema.maxItems, ' items'),
    pattern ? `matches ${schema.pattern}` : null,
    schema.default === undefined ? null : `default ${JSON.stringify(schema.default)}`,
  ].filter((note) => note !== null);
}

/** The object schemas inside a value, whose fields are listed below it. */
const objectsIn = (schema: JsonSchema): JsonSchema[] => {
  if (propertiesOf(schema).length > 0) return [schema];
  const inner = [...schemasIn(schema.anyOf), ...schemasIn(schema.oneOf), ...schemasIn([schema.items])];
  return inner.flatMap(objectsIn);
};

/** One field or parameter: its name, type and limits, and its nested fields. */
export function fieldHtml(name: string, schema: JsonSchema, mark: string | null): string {
  const notes = notesOf(schema).map((note) => `<span class="note">${escapeHtml(note)}</span>`);
  const marked = mark === null ? '' : ` <span class="mark">${escapeHtml(mark)}</span>`;
  const head = `<code>${escapeHtml(name)}</code> <span class="type">${typeHtml(schema)}</span>${marked}`;
  return `<li>${[head, ...notes].join(' ')}${fieldsHtml(schema)}</li>`;
}

/** The nested list of an object's fields; '' if it has none. */
export function fieldsHtml(schema: JsonSchema): string {
  return objectsIn(schema)
    .map((object) => {
      const required = Array.isArray(object.required) ? object.required : [];
      const fields = propertiesOf(object).map(([name, field]) =>
        fieldHtml(name, field, required.includes(name) ? null : 'optional'),
      );
      return `<ul class="fields">${fields.join('')}</ul>`;
    })
    .join('');
}
