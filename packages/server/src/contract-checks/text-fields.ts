import type { Call } from '@inkling/contract/call';
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
