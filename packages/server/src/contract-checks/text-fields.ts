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
  /** The address is to begin so. */
  isAddress: boolean;
}

const asText = (field: Field): Field | undefined =>
  field.type === 'string' ? field : field.anyOf?.find(({ type }) => type === 'string');

/** The fields of a call's body that are texts: neither ids nor words of a list. A new one is found by itself. */
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
