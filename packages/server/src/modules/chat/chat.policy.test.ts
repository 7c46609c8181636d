import { expect, test } from 'vitest';
import { codeOf } from '../../testing/code-of.ts';
import { requireRemovable, requireRoom, requireWritable } from './chat.policy.ts';
import type { RoomState } from './rooms.queries.ts';

const room: RoomState = {
  author_id: 'ann',
  last_number: 0,
  is_closed: false,
  is_ahead: false,
  is_muted: false,
  muted_until: null,
  block: null,
};

test('a chat that does not exist is called by what it would be about', () => {
  expect(() => requireRoom(undefined, null)).toThrow('Story not found');
  expect(() => requireRoom(undefined, 'one')).toThrow('Chapter not found');
  expect(requireRoom(room, 'one')).toBe(room);
});

test.each([
  [{}, null],
  [{ is_closed: true }, 'CHAT_CLOSED'],
  [{ is_muted: true }, 'MUTED'],
  [{ block: 'mine' as const }, 'NOT_ALLOWED'],
  [{ block: 'theirs' as const }, 'NOT_ALLOWED'],
])('writing in a chat with %j: %s', (state, code) => {
  expect(codeOf(() => requireWritable({ ...room, ...state }))).toBe(code);
});

test('who is muted learns until when', () => {
  const writing = (muted_until: Date | null) => () =>
    requireWritable({ ...room, is_muted: true, muted_until });
  expect(writing(null)).toThrow('has muted you. You');
  expect(writing(new Date('2026-03-02T10:00:59Z'))).toThrow('has muted you until 2026-03-02 10:00 UTC. You');
});

test.each([
  ['ben', 'ben', null],
  ['ann', 'ben', null],
  ['cid', 'ben', 'NOT_ALLOWED'],
  ['ann', null, 'NOT_FOUND'],
  ['cid', undefined, 'NOT_FOUND'],
])('in the chat of ann, %s removes a message of %s: %s', (viewer, writer, code) => {
  const message = writer === undefined ? undefined : { author_id: 'ann', user_id: writer };
  expect(codeOf(() => requireRemovable({ id: viewer }, message))).toBe(code);
});
