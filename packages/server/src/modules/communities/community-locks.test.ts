import * as calls from '@inkling/contract/communities';
import { deleteMe } from '@inkling/contract/personal-data';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { settledLockWaits } from '../../testing/recorded-statements.ts';
import { testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { suspend } from '../measures/index.ts';
import { deleteDue } from '../personal-data/deletion.service.ts';
import { insertUser } from '../users/users.queries.ts';
import { gathering } from './communities-for-tests.fixture.ts';

const site = testApp();
const { village, join, comment, ban } = gathering(site);

type Lock = [string, string];

/** Locks the first of these rows, starts `work`, which waits for it, and locks the others; fails with a deadlock. */
async function whileLocking([first, ...others]: [Lock, ...Lock[]], work: () => Promise<unknown>) {
  const client = await site.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(first[0], [first[1]]);
    const working = work();
    expect(await settledLockWaits(client)).toBe(1);
    for (const [statement, id] of others) await client.query(statement, [id]);
    await client.query('rollback');
    await working;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test.each(['a comment', 'a reply'])(
  'an author is suspended while %s on their post is written',
  async (what) => {
    const { id, member, post } = await village();
    const parent = (await comment(member, id, post)).body.data._id;
    const onPost: Lock = ['select from community_posts where id = $1 for share', post];
    const counts: Lock = ['select from comment_counts where subject_id = $1 for no key update', post];
    const replied: Lock = ['select from comments where id = $1 for no key update', parent];
    await whileLocking(what === 'a reply' ? [replied, onPost, counts] : [onPost, counts], () =>
      suspend(site.ctx, member.id),
    );
    expect(await wrongCounters(site.ctx.db)).toEqual([]);
  },
);

test('an account is deleted while a post that it likes is changed', async () => {
  const { id, post } = await village();
  const reader = await site.person();
  await join(reader, id);
  await site.as(reader).call(calls.likePost, { params: { id, postId: post } });
  await site.as(reader).call(deleteMe, { body: { password: testPassword } });
  site.clock.advance(8 * day);
  const community: Lock = ['select from community_counts where community_id = $1 for no key update', id];
  const changed: Lock = ['select from community_posts where id = $1 for no key update', post];
  await whileLocking([community, changed], () => deleteDue(site.ctx));
  expect(await wrongCounters(site.ctx.db)).toEqual([]);
});

test('a person whose account is erased while they are banned is not found', async () => {
  const { id, founder } = await village();
  const { id: erased } = await insertUser(site.ctx.db, {
    username: 'erased',
    username_key: 'erased',
    created_at: site.clock.now(),
  });
  const client = await site.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('delete from users where id = $1', [erased]);
    const banning = ban(founder, id, erased);
    expect(await settledLockWaits(client)).toBe(1);
    await client.query('commit');
    expect((await banning).status).toBe(404);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('people without the right wait for nobody whom they name', async () => {
  const { id, member } = await village();
  const other = await site.person();
  const as = site.as(member);
  const client = await site.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from users where id = $1 for update', [other.id]);
    const params = { id, userId: other.id };
    const decided = await as.call(calls.decideJoinRequest, { params, body: { accept: true } });
    const handedOver = await as.call(calls.handOverCommunity, { params, body: { userId: other.id } });
    expect([decided.status, handedOver.status]).toEqual([403, 403]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
