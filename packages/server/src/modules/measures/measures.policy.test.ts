import { expect, test } from 'vitest';
import { codeOf } from '../../testing/code-of.ts';
import { requireAgainstOther, requireConcerned } from './measures.policy.ts';

test.each([
  ['ann', { person_id: 'ann' }, null, 'NOT_ALLOWED'],
  ['ben', { person_id: 'ann' }, 'NOT_FOUND', null],
  ['ann', undefined, 'NOT_FOUND', 'NOT_FOUND'],
])('%s, of the measure %j: as the one concerned %s, as staff %s', (id, measure, concerned, staff) => {
  expect(codeOf(() => requireConcerned({ id }, measure))).toBe(concerned);
  expect(codeOf(() => requireAgainstOther({ id }, measure))).toBe(staff);
});
