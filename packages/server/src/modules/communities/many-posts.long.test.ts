import * as calls from '@inkling/contract/communities';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { testApp } from '../../testing/test-app.ts';
import { gathering, idOf } from './communities-for-tests.fixture.ts';

const site = testApp();
const { village, posts, post, get } = gathering(site);

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** The statements of a request with their values. */
async function statementsOf(request: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
  const { prototype } = pg.Client;
  const { query } = prototype;
  const statements: { text: string; values: unknown[] }[] = [];
  Object.assign(prototype, {
    query(...args: unknown[]) {
      const [given, values] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
      if (typeof given === 'object')
        statements.push({ text: given.text, values: given.values ?? values ?? [] });
      return Reflect.apply(query, this, args);
    },
  });
  try {
    await request();
  } finally {
    Object.assign(prototype, { query });
  }
  return statements.filter(({ text }) => /^\s*(select|with)/.test(text));
}

/** The rows that the steps of a plan read or leave out, in all. */
const rowsOf = (node: PlanNode): number =>
  node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) +
  (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0);

/** The rows that the costliest statement of a request reads or leaves out. */
async function mostRows(request: () => Promise<unknown>): Promise<number> {
  const statements = await statementsOf(request);
  expect(statements).not.toEqual([]);
  const rows = [];
  for (const { text, values } of statements) {
    const explained = CompiledQuery.raw(`explain (analyze, format json) ${text}`, values);
    const result = await site.ctx.db.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explained);
    const plan = result.rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (plan === undefined) throw new Error('There is no plan.');
    rows.push(rowsOf(plan));
  }
  return Math.max(...rows);
}

test('pages of a community with 10,000 posts, and of a post with 1,000 comments, read few rows', async () => {
  const { id, member, post: postId } = await village();
  const { db } = site.ctx;
  await sql`
    insert into community_posts (community_id, user_id, title, content, likes, created_at)
    select ${id}, ${member.id}, 'T', 'C', 0, now() - n * interval '1 minute' from generate_series(1, 10000) n`.execute(
    db,
  );
  await sql`update community_counts set posts = posts + 10000 where community_id = ${id}`.execute(db);
  await sql`
    insert into comments (subject_kind, subject_id, root_id, user_id, content, created_at)
    select 'post', ${postId}::uuid, ${postId}::uuid, ${member.id}::uuid, 'Comment ' || n, now()
    from generate_series(1, 1000) n`.execute(db);
  await sql`insert into comment_counts (subject_id, listed, shown) values (${postId}, 1000, 1000)`.execute(
    db,
  );
  await sql`analyze community_posts, comments, communities, community_counts, community_members`.execute(db);
  const next = (await posts(member, id, { limit: 20 })).body.pagination.next;
  const as = site.as(member);
  const requests: Record<string, () => Promise<unknown>> = {
    hub: () => as.call(calls.listCommunities, {}),
    community: () => get(member, id),
    newest: () => posts(member, id, { limit: 20 }),
    oldest: () => posts(member, id, { limit: 20, sort: 'oldest' }),
    'most liked': () => posts(member, id, { limit: 20, sort: 'most_liked' }),
    'by position': () => posts(member, id, { limit: 20, after: next }),
    post: () => post(member, id, postId),
    comments: () => as.call(calls.listPostComments, { params: { id, postId } }),
    'last comments': () =>
      as.call(calls.listPostComments, { params: { id, postId }, query: { sort: 'oldest' } }),
    members: () => as.call(calls.listMembers, idOf(id)),
  };
  for (const [name, request] of Object.entries(requests))
    expect(await mostRows(request), name).toBeLessThan(1000);
}, 120_000);

test('the hub counts a thousand of 20,000 communities beyond a page', async () => {
  const { db } = site.ctx;
  await sql`
    with added as (
      insert into communities (name, description, category, is_private, created_at)
      select 'Circle ' || n, 'One of many.', 'general', false, now() from generate_series(1, 20000) n returning id)
    insert into community_counts (community_id, members) select id, 1 from added`.execute(db);
  await sql`analyze communities, community_counts`.execute(db);
  for (const query of [{}, { category: 'general' as const }, { page: 3 }]) {
    const hub = () => site.as(null).call(calls.listCommunities, { query });
    const total = 20 * (query.page ?? 1) + 1000;
    expect((await hub()).body.pagination).toMatchObject({ total, hasMore: true });
    expect(await mostRows(hub)).toBeLessThan(5000);
  }
});
