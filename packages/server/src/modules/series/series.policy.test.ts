import { expect, test } from 'vitest';
import { codeOf } from '../../testing/code-of.ts';
import { requireEditable, requireReadable } from './series.policy.ts';

test.each([
  ['ann', 0, null, null],
  ['ben', 0, 'NOT_FOUND', 'NOT_FOUND'],
  ['ben', 1, null, 'NOT_ALLOWED'],
])(
  '%s, of a series of ann with %i stories in their lists: to read %s, to edit %s',
  (id, shown, reading, editing) => {
    const series = { author_id: 'ann', shown };
    expect(codeOf(() => requireReadable({ id }, series))).toBe(reading);
    expect(codeOf(() => requireEditable({ id }, series))).toBe(editing);
  },
);
