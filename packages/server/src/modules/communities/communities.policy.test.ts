import { blockUser } from '@inkling/contract/blocks';
import * as calls from '@inkling/contract/communities';
import { expect, test } from 'vitest';
import { firstRow, sql } from '../../platform/db/db.ts';
import { codeOf } from '../../testing/code-of.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import {
  isAskedToModerate,
  isInCommunity,
  isOutsideCommunity,
  isReadablePost,
} from './communities.policy.queries.ts';
import {
  requireBannable,
  requireCommunity,
  requireDeletable,
  requireDismissal,
  requireWriter,
} from './communities.policy.ts';
import { gathering, idOf } from './communities-for-tests.fixture.ts';

const site = testApp();
const { village, found, join } = gathering(site);

const ann = { id: 'ann', isAdmin: false };
const as = (role: 'founder' | 'moderator' | 'member' | null) => ({ is_private: false, role, ban: null });
const no = 'NOT_ALLOWED';

test('a community that does not exist is not found', () => {
  expect(() => requireCommunity(undefined)).toThrow('Community not found');
});

test.each([
  ['founder', null, null, null, [no, null, null, no]],
  ['moderator', no, no, null, [no, no, null, no]],
  ['member', no, no, no, [no, no, no, no]],
  [null, no, no, no, [no, no, no, no]],
] as const)(
  'a %s deletes the community: %s, dismisses others: %s and themselves: %s, bans founder, moderator, member and themselves: %j',
  (role, deleting, others, self, bans) => {
    const state = as(role);
    expect(codeOf(() => requireDeletable(ann, state))).toBe(deleting);
    expect(codeOf(() => requireDeletable({ ...ann, isAdmin: true }, state))).toBeNull();
    expect(codeOf(() => requireDismissal(ann, state, 'ben'))).toBe(others);
    expect(codeOf(() => requireDismissal(ann, state, 'ann'))).toBe(self);
    const ban = (id: string, of: 'founder' | 'moderator' | 'member') =>
      codeOf(() => requireBannable(ann, state, id, of));
    expect([
      ban('ben', 'founder'),
      ban('ben', 'moderator'),
      ban('ben', 'member'),
      ban('ann', 'member'),
    ]).toEqual(bans);
  },
);

test.each([
  ['ann', false, null],
  ['ann', true, no],
  ['ben', false, no],
])('ann edits a post of %s, which is locked: %s, with %s', (user_id, is_locked, code) => {
  expect(codeOf(() => requireWriter(ann, as('member'), { user_id, is_locked }))).toBe(code);
});

test('in, outside, asked and reading are people of this community alone, while it and the one who asks are there', async () => {
  const [here, there] = [await village(true), await village(true)];
  const [asking, writer] = [await site.person(), here.member];
  const id = sql`${here.id}::uuid`;
  const state = async ({ id: who }: Person) => {
    const row = await firstRow<Record<'in' | 'outside' | 'asked' | 'reads', boolean>>(site.ctx.db)`
      select ${isInCommunity(id, who)} as in, ${isOutsideCommunity(id, who)} as outside,
        ${isAskedToModerate(id, who)} as asked, ${isReadablePost(sql`${here.post}::uuid`, who)} as reads`;
    return Object.entries(row ?? {}).flatMap(([name, holds]) => (holds ? [name] : []));
  };
  const states = () => Promise.all([here.founder, here.moderator, writer, there.founder].map(state));
  const calm = [['in', 'reads'], ['in', 'reads'], ['in', 'reads'], ['outside']];
  const asked = [['in', 'asked', 'reads'], ['in', 'asked', 'reads'], ['in', 'reads'], ['outside']];
  expect(await states()).toEqual(calm);
  await join(asking, there.id);
  expect(await states()).toEqual(calm);
  await join(asking, here.id);
  expect(await states()).toEqual(asked);
  const suspend = (at: Date | null) =>
    site.ctx.db.updateTable('users').set({ suspended_at: at }).where('id', '=', asking.id).execute();
  await suspend(site.clock.now());
  expect(await states()).toEqual(calm);
  await suspend(null);
  const leave = (at: Date | null) =>
    site.ctx.db.updateTable('users').set({ deletion_due_at: at }).where('id', '=', asking.id).execute();
  await leave(site.clock.now());
  expect(await states()).toEqual(calm);
  await leave(null);
  await site.as(here.moderator).call(blockUser, idOf(writer.id));
  expect(await state(here.moderator)).toEqual(['in', 'asked', 'reads']);
  await site
    .as(here.founder)
    .call(calls.dismissModerator, { params: { id: here.id, userId: here.moderator.id } });
  // Those who moderate another community see no more here.
  await found(here.moderator);
  expect(await state(here.moderator)).toEqual(['in']);
  await site.as(writer).call(calls.deletePost, { params: { id: here.id, postId: here.post } });
  expect(await state(here.founder)).toEqual(['in', 'asked']);
  await site.as(here.founder).call(calls.deleteCommunity, idOf(here.id));
  expect(await states()).toEqual([[], [], [], []]);
});
