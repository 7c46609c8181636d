import { blockUser } from '@inkling/contract/blocks';
import * as calls from '@inkling/contract/communities';
import { expect, test } from 'vitest';
import { firstRow, sql } from '../../platform/db/db.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import {
  isAskedToModerate,
  isInCommunity,
  isOutsideCommunity,
  isReadablePost,
} from './communities.policy.queries.ts';
import { gathering, idOf } from './communities-for-tests.fixture.ts';

const site = testApp();
const { village, join } = gathering(site);

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
  await site.as(here.moderator).call(blockUser, idOf(writer.id));
  expect(await state(here.moderator)).toEqual(['in', 'asked', 'reads']);
  await site
    .as(here.founder)
    .call(calls.dismissModerator, { params: { id: here.id, userId: here.moderator.id } });
  expect(await state(here.moderator)).toEqual(['in']);
  await site.as(writer).call(calls.deletePost, { params: { id: here.id, postId: here.post } });
  expect(await state(here.founder)).toEqual(['in', 'asked']);
  await site.as(here.founder).call(calls.deleteCommunity, idOf(here.id));
  expect(await states()).toEqual([[], [], [], []]);
});
