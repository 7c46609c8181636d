import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const typeNames: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
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
        ? 'This is missing.'
        : `This has to be ${typeNames[String(issue.expected)] ?? 'of another kind'}.`;
    case 'too_small':
      return `This has to be at least ${limitText(issue.minimum, String(issue.origin))}.`;
    case 'too_big':
      return `This has to be at most ${limitText(issue.maximum, String(issue.origin))}.`;
    case 'invalid_value':
      return `This has to be one of: ${Array.isArray(issue.values) ? issue.values.join(', ') : ''}.`;
    case 'invalid_format':
      return issue.format === 'uuid' ? 'This is no id.' : 'This is not written as it has to be.';
    default:
      return 'This is not what was expected.';
  }
}
