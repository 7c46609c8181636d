import { escapeHtml } from '../http/html.ts';
import { type JsonSchema, propertiesOf } from './openapi.ts';

const formats: Record<string, string> = {
  uuid: 'id',
  'date-time': 'date and time',
  email: 'email address',
  binary: 'file',
};
const isBound = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;

function range(low: number | undefined, high: number | undefined, unit: string): string | null {
  if (isBound(high)) return `${isBound(low) ? `${low} to` : 'at most'} ${high}${unit}`;
  return isBound(low) && low !== 0 ? `at least ${low}${unit}` : null;
}

/** The anchor of an entity on the page. */
export const entityAnchor = (name: string): string => `entity-${name}`;

function entityLink(ref: string): string {
  const name = escapeHtml(ref.split('/').at(-1) ?? '');
  return `<a href="#${entityAnchor(name)}">${name}</a>`;
}

const choicesOf = ({ anyOf = [], oneOf = [] }: JsonSchema): JsonSchema[] => [...anyOf, ...oneOf];
/** The contract has no tuples and no lists of anything. */
const itemsOf = ({ items }: JsonSchema): JsonSchema[] => (items === undefined ? [] : [items as JsonSchema]);

/** A short description of a type as HTML: `list of id`, `text or null`, `"light" | "dark"`, a link to an entity. */
export function typeHtml(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return entityLink(schema.$ref);
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values !== undefined) return escapeHtml(values.map((value) => JSON.stringify(value)).join(' | '));
  const choices = choicesOf(schema);
  if (choices.length > 0) return [...new Set(choices.map(typeHtml))].join(' or ');
  if (schema.type === 'array') return `list of ${itemsOf(schema).map(typeHtml).join() || 'anything'}`;
  if (schema.format !== undefined) return formats[schema.format] ?? escapeHtml(schema.format);
  if (schema.type === 'string') return 'text';
  return typeof schema.type === 'string' ? schema.type : 'anything';
}

/** The limits and the default of a value. */
function notesOf(schema: JsonSchema): string[] {
  return [
    range(schema.minLength, schema.maxLength, schema.format === 'binary' ? ' bytes' : ' characters'),
    range(schema.minimum, schema.maximum, ''),
    range(schema.minItems, schema.maxItems, ' items'),
    schema.pattern !== undefined && schema.format === undefined ? `matches ${schema.pattern}` : null,
    schema.default === undefined ? null : `default ${JSON.stringify(schema.default)}`,
  ].filter((note) => note !== null);
}

/** The object schemas inside a value, whose fields are listed below it. */
const objectsIn = (schema: JsonSchema): JsonSchema[] =>
  propertiesOf(schema).length > 0 ? [schema] : [...choicesOf(schema), ...itemsOf(schema)].flatMap(objectsIn);

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
      const fields = propertiesOf(object).map(([name, field]) =>
        fieldHtml(name, field, object.required?.includes(name) ? null : 'optional'),
      );
      return `<ul class="fields">${fields.join('')}</ul>`;
    })
    .join('');
}
