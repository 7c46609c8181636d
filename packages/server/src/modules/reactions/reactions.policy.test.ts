import { expect, test } from 'vitest';
import { codeOf } from '../../testing/code-of.ts';
import { requireEditable, requireReactable } from './reactions.policy.ts';

test.each([
  ['ben', true, null],
  ['ben', false, 'NOT_FOUND'],
  ['cid', true, 'NOT_FOUND'],
  ['cid', false, 'NOT_FOUND'],
])('%s takes back a reaction of ben, whose subject can be read: %s, with %s', (id, is_readable, code) => {
  expect(codeOf(() => requireEditable({ id }, { user_id: 'ben', is_readable }))).toBe(code);
});

test.each([
  ['ben', {}, null],
  ['ann', {}, 'NOT_ALLOWED'],
  ['ben', { is_public: false }, 'NOT_FOUND'],
  ['ben', { block: 'mine' as const }, 'NOT_ALLOWED'],
  ['ben', { block: 'theirs' as const }, 'NOT_ALLOWED'],
])('%s reacts to a story of ann with %j: %s', (id, state, code) => {
  const story = {
    id: 'lamp',
    parent_id: null,
    owner_id: 'ann',
    writer_id: 'ann',
    is_hidden: false,
    is_moderator: false,
    is_public: true,
    takes_comments: true,
    takes_likes: true,
    refusal: null,
    is_ahead: false,
    block: null,
  };
  expect(codeOf(() => requireReactable({ id }, { ...story, ...state }, 'Story'))).toBe(code);
});
