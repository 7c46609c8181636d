import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const articles: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** What a limit counts, by the kind of value that it is for. */
function amount(limit: unknown, origin: string): string {
  if (origin === 'string') return `${limit} ${limit === 1 ? 'character' : 'characters'} long`;
  return origin === 'array' ? `${limit} ${limit === 1 ? 'entry' : 'entries'} long` : `${limit}`;
}

/** What is wrong with a value, said for a person; for schemas that say nothing better themselves. */
export function plainMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This is required.'
        : `This must be ${articles[String(issue.expected)] ?? 'a different type of value'}.`;
    case 'too_small':
      return `This must be at least ${amount(issue.minimum, String(issue.origin))}.`;
    case 'too_big':
      return `This must be at most ${amount(issue.maximum, String(issue.origin))}.`;
    case 'invalid_value':
      return `This must be one of: ${Array.isArray(issue.values) ? issue.values.join(', ') : ''}.`;
    case 'invalid_format':
      return issue.format === 'uuid' ? 'This is not a valid id.' : 'This isn’t in the right format.';
    default:
      return 'This isn’t a valid value.';
  }
}
