import { expect, test } from 'vitest';
import { codeOf } from '../../testing/code-of.ts';
import { requireAgainstOther, requireConcerned } from './measures.policy.ts';

test.each([
  ['ann', { person_id: 'ann', is_about_team: true }, null, 'NOT_ALLOWED'],
  ['ben', { person_id: 'ann', is_about_team: true }, 'NOT_FOUND', null],
  ['cleo', { person_id: 'ann', is_about_team: true }, 'NOT_FOUND', 'NOT_ALLOWED'],
  ['cleo', { person_id: 'ann', is_about_team: false }, 'NOT_FOUND', null],
  ['ann', undefined, 'NOT_FOUND', 'NOT_FOUND'],
])('%s, of the measure %j: as the one concerned %s, as staff %s', (id, measure, concerned, staff) => {
  expect(codeOf(() => requireConcerned({ id }, measure))).toBe(concerned);
  expect(codeOf(() => requireAgainstOther({ id, isAdmin: id !== 'cleo' }, measure))).toBe(staff);
});
