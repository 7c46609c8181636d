import { expect, test } from 'vitest';
import { codeOf } from '../../testing/code-of.ts';
import {
  commentRefusal,
  requireDeletable,
  requireOpen,
  requirePinnable,
  requireSubject,
  requireWriter,
} from './comments.policy.ts';
import type { CommentSubject } from './comments.queries.ts';

const subject: CommentSubject = {
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
  ban_reason: null,
  is_ahead: false,
  kind: 'story',
  listed: 0,
  shown: 0,
  is_closed: false,
  block: null,
};
const viewer = { id: 'ben' };
const by = (user_id: string | null, parent_id: string | null = null) => ({ user_id, parent_id });

test.each([
  [viewer, {}, null, null],
  [null, {}, 'signed-out', null],
  [viewer, { is_closed: true }, 'closed', 'NOT_ALLOWED'],
  [viewer, { block: 'mine' as const, is_closed: true }, 'not-allowed', 'NOT_ALLOWED'],
  [viewer, { block: 'theirs' as const }, 'not-allowed', 'NOT_ALLOWED'],
  [viewer, { refusal: 'banned' as const, block: 'mine' as const, is_closed: true }, 'banned', 'BANNED'],
])('for %j, commenting on what is %j is refused as %s (%s)', (who, state, refusal, code) => {
  expect(commentRefusal(who, { ...subject, ...state })).toBe(refusal);
  expect(codeOf(() => requireOpen({ ...subject, ...state }))).toBe(code);
});

test('a refusal says why', () => {
  const open = (state: Partial<CommentSubject>) => () => requireOpen({ ...subject, ...state });
  expect(open({ refusal: 'banned', ban_reason: 'Unkind words' })).toThrow('community: Unkind words');
  expect(open({ is_closed: true })).toThrow('The author has closed comments here.');
  expect(open({ is_closed: true, kind: 'post' })).toThrow('This post is locked');
});

test('what takes no comments is as if it did not exist', () => {
  expect(() => requireSubject(undefined, 'Chapter')).toThrow('Chapter not found');
  expect(() => requireSubject({ ...subject, takes_comments: false }, 'Chapter')).toThrow('Chapter not found');
  expect(requireSubject(subject, 'Story')).toBe(subject);
});

test('comments are edited by their writers, deleted also by those who moderate, and pinned by these alone', () => {
  const moderated = { ...subject, is_moderator: true };
  const codes = [by('ben'), by('cid'), by(null)].map((comment) => [
    codeOf(() => requireWriter(viewer, comment)),
    codeOf(() => requireDeletable(viewer, subject, comment)),
    codeOf(() => requireDeletable(viewer, undefined, comment)),
    codeOf(() => requireDeletable(viewer, moderated, comment)),
    codeOf(() => requirePinnable(viewer, subject, comment)),
    codeOf(() => requirePinnable(viewer, moderated, comment)),
  ]);
  const no = 'NOT_ALLOWED';
  expect(codes).toEqual([
    [null, null, null, null, no, null],
    [no, no, no, null, no, null],
    [no, no, no, null, no, null],
  ]);
  expect(codeOf(() => requirePinnable(viewer, moderated, by('ben', 'parent')))).toBe(no);
});
