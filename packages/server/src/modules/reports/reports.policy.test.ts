import { expect, test } from 'vitest';
import { codeOf } from '../../testing/code-of.ts';
import { requireStaff, requireSuspender } from './reports.policy.ts';

const person = (isAdmin: boolean, isSuspended = false, isModerator = false) => ({
  id: 'ann',
  isAdmin,
  isModerator,
  isSuspended,
});

test.each([
  ['an admin', person(true), false, null],
  ['a moderator of the site', person(false, false, true), false, null],
  ['a suspended moderator of the site', person(false, true, true), false, 'NOT_FOUND'],
  ['a moderator', person(false), true, null],
  ['an admin who moderates', person(true), true, null],
  ['anyone else', person(false), false, 'NOT_FOUND'],
  ['a suspended admin', person(true, true), false, 'NOT_FOUND'],
  ['a suspended moderator', person(false, true), true, 'NOT_FOUND'],
])('a report is for %s: %j, moderating: %s, with %s', (_who, viewer, is_moderator, code) => {
  expect(codeOf(() => requireStaff(viewer, { is_moderator }))).toBe(code);
  expect(codeOf(() => requireStaff(viewer, undefined))).toBe('NOT_FOUND');
  expect(codeOf(() => requireSuspender(viewer))).toBe(
    viewer.isAdmin || viewer.isModerator ? null : 'NOT_ALLOWED',
  );
});
