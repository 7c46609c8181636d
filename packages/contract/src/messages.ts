import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const typeNames: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** A limit with its unit, by the type of the value. */
function limitText(limit: unknown, origin: string): string {
  if (origin === 'string') return `${limit} ${limit === 1 ? 'character' : 'characters'} long`;
  return origin === 'array' ? `${limit} ${limit === 1 ? 'entry' : 'entries'} long` : `${limit}`;
}

/** A readable message for a validation issue, for schemas without their own message. */
export function plainMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This is required.'
        : `This must be ${typeNames[String(issue.expected)] ?? 'a different type of value'}.`;
    case 'too_small':
      return `This must be at least ${limitText(issue.minimum, String(issue.origin))}.`;
    case 'too_big':
      return `This must be at most ${limitText(issue.maximum, String(issue.origin))}.`;
    case 'invalid_value':
      return `This must be one of: ${Array.isArray(issue.values) ? issue.values.join(', ') : ''}.`;
    case 'invalid_format':
      return issue.format === 'uuid' ? 'This is not a valid id.' : 'This isn’t in the right format.';
    default:
      return 'This isn’t a valid value.';
  }
}
