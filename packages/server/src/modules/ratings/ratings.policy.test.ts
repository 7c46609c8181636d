import { expect, test } from 'vitest';
import { codeOf } from '../../testing/code-of.ts';
import { isFolded, type RatingRights, ratingRefusal, requireRatable } from './ratings.policy.ts';

const story: RatingRights = { author_id: 'ann', is_published: true, has_read: true, own: null, block: null };
const [author, reader, other] = ['ann', 'ben', 'cid'].map((id) => ({ id }));

test.each([
  [reader, {}, null],
  [null, {}, 'signed-out'],
  [author, {}, 'author'],
  [reader, { block: 'mine' as const }, 'not-allowed'],
  [reader, { block: 'theirs' as const }, 'not-allowed'],
  [reader, { has_read: false }, 'not-read'],
  [reader, { has_read: false, own: {} }, null],
])('a rating by %j of a story with %j is refused as %s', (viewer = null, state, refusal) => {
  const found = { ...story, ...state };
  expect(ratingRefusal(viewer, found)).toBe(refusal);
  expect(codeOf(() => requireRatable(viewer, found))).toBe(refusal && 'NOT_ALLOWED');
});

test('who has blocked the author is told why they cannot rate, and who was blocked is not', () => {
  const rate = (block: 'mine' | 'theirs') => () => requireRatable(reader ?? null, { ...story, block });
  expect(rate('mine')).toThrow('You’ve blocked this person, so you can’t rate this story.');
  expect(rate('theirs')).toThrow(/^You can’t rate this story\.$/);
});

test('a spoiler is folded for readers who are behind what it is about, as it was last written', () => {
  const [early, late] = [new Date('2026-03-01'), new Date('2026-03-03')];
  const place = { isFinished: false, caughtUpAt: new Date('2026-03-02') };
  const folded = (viewer = other, more: object = {}) =>
    isFolded(
      viewer ?? null,
      story,
      { user_id: 'ben', is_spoiler: true, written_at: early, edited_at: late, ...more },
      place,
    );
  expect([author, reader, other].map((viewer) => folded(viewer))).toEqual([false, false, true]);
  expect(folded(other, { is_spoiler: false })).toBe(false);
  expect(folded(other, { edited_at: null })).toBe(false);
  expect(folded(other, { written_at: late, edited_at: null })).toBe(true);
});
