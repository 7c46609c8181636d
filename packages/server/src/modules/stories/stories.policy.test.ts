import { describe, expect, test } from 'vitest';
import { AppError } from '../../platform/app-error.ts';
import { canEdit, canRead, refuseTakenDown, requireEditable, requireReadable } from './stories.policy.ts';

const viewers = { author: { id: 'ann' }, reader: { id: 'ben' }, visitor: null };
const story = (is_published: boolean) => ({ author_id: 'ann', is_published });

/** The code of the error that a check throws; null if it passes. */
function codeOf(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    return error instanceof AppError ? error.code : 'another error';
  }
}

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

  test('cannot be published while it is taken down', () => {
    expect(codeOf(() => refuseTakenDown({ takedown_reason: null }, 'story'))).toBeNull();
    expect(codeOf(() => refuseTakenDown({ takedown_reason: 'Copied' }, 'story'))).toBe('TAKEN_DOWN');
  });
});
