import { describe, expect, test } from 'vitest';
import { codeOf } from '../../testing/code-of.ts';
import {
  canEdit,
  canRead,
  refuseTakenDown,
  requireEditable,
  requireMarkable,
  requireReadable,
} from './stories.policy.ts';

const viewers = { author: { id: 'ann' }, reader: { id: 'ben' }, visitor: null };
const story = (is_published: boolean) => ({ author_id: 'ann', is_published });

describe('a story', () => {
  test.each([
    ['published', 'author', null, null],
    ['published', 'reader', null, 'NOT_ALLOWED'],
    ['published', 'visitor', null, 'NOT_ALLOWED'],
    ['draft', 'author', null, null],
    ['draft', 'reader', 'NOT_FOUND', 'NOT_FOUND'],
    ['draft', 'visitor', 'NOT_FOUND', 'NOT_FOUND'],
  ] as const)('%s, for its %s: to read %s, to edit %s', (state, who, reading, editing) => {
    const [viewer, found] = [viewers[who], story(state === 'published')];
    expect(codeOf(() => requireReadable(viewer, found))).toBe(reading);
    expect(codeOf(() => requireEditable(viewer, found))).toBe(editing);
    expect(canRead(viewer, found)).toBe(reading === null);
    expect(canEdit(viewer, found)).toBe(editing === null);
  });

  test('that does not exist is refused like a draft of someone else', () => {
    const refusal = (check: () => unknown) => expect(check).toThrow('Story not found');
    for (const viewer of Object.values(viewers)) refusal(() => requireEditable(viewer, undefined));
    refusal(() => requireEditable(viewers.reader, story(false)));
  });

  test.each([
    ['published', 'author', false, null],
    ['published', 'reader', false, 'NOT_ALLOWED'],
    ['published', 'reader', true, null],
    ['draft', 'author', false, null],
    ['draft', 'reader', false, 'NOT_FOUND'],
    ['draft', 'reader', true, null],
    ['missing', 'reader', true, 'NOT_FOUND'],
  ] as const)('%s, whose chapters its %s (an admin: %s) is to mark: %s', (state, who, isAdmin, code) => {
    const found = state === 'missing' ? undefined : story(state === 'published');
    expect(codeOf(() => requireMarkable({ ...viewers[who], isAdmin }, found))).toBe(code);
  });

  test('cannot be published while it is taken down', () => {
    expect(codeOf(() => refuseTakenDown({ takedown_reason: null }, 'story'))).toBeNull();
    expect(codeOf(() => refuseTakenDown({ takedown_reason: 'Copied' }, 'story'))).toBe('TAKEN_DOWN');
  });
});
