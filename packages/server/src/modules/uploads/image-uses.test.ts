import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { imageUses } from '../../platform/storage/image-uses.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();

test('every column for an image is a declared use; images of other columns would be removed', async () => {
  // The style says how covers without an image are drawn.
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and column_name ~ '(avatar|cover|image|banner|picture)'
      and column_name <> 'cover_style'
    order by table_name`.execute(site.ctx.db);
  const columns = rows.map((row) => [row.table_name, row.column_name]);
  expect(columns).toContainEqual(['stories', 'cover_image']);
  const queries = imageUses(site.ctx).map(({ rows: query }) => query.compile(site.ctx.db).sql);
  for (const [table, column] of columns) {
    const isUsed = queries.some((query) => query.includes(`${column} as address from ${table}`));
    expect(isUsed, `${table}.${column}`).toBe(true);
  }
});

test('without a declared use nothing counts as unused', () => {
  expect(() => imageUses({ modules: [] })).toThrow('No module declares');
});
