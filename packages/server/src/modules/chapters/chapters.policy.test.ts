import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { testApp } from '../../testing/test-app.ts';
import { isPublicStory } from '../stories/index.ts';
import { isPublicChapter, visibleTo } from './chapters.policy.queries.ts';
import { canEdit, canRead } from './chapters.policy.ts';

const site = testApp();
const viewers = { author: { id: 'ann' }, reader: { id: 'ben' }, visitor: null };

/** Whether each viewer may read the chapter, in the order author, reader, visitor. */
const table = [
  { story: 'published', chapter: 'published', readable: [true, true, true] },
  { story: 'published', chapter: 'draft', readable: [true, false, false] },
  { story: 'published', chapter: 'deleted', readable: [false, false, false] },
  { story: 'draft', chapter: 'published', readable: [true, false, false] },
  { story: 'draft', chapter: 'draft', readable: [true, false, false] },
  { story: 'draft', chapter: 'deleted', readable: [false, false, false] },
  { story: 'deleted', chapter: 'published', readable: [false, false, false] },
  { story: 'deleted', chapter: 'draft', readable: [false, false, false] },
  { story: 'deleted', chapter: 'deleted', readable: [false, false, false] },
];

/** The answers of the SQL rules for rows in these states. */
async function inDatabase(story: string, chapter: string, viewerId: string | null, exclusiveFrom?: number) {
  const row = (state: string) => sql`${state === 'published'}::boolean as is_published,
    case when ${state === 'deleted'}::boolean then now() end as deleted_at`;
  const { rows } = await sql<{ story: boolean; open: boolean; listed: boolean; readable: boolean | null }>`
    select ${isPublicStory()} as story, ${isPublicChapter()} as open, ${visibleTo(null, 'lists').listed} as listed,
      ${visibleTo(viewerId === null ? null : { id: viewerId }, 'link').chapter} as readable
    from (select 'ann' as author_id, ${exclusiveFrom ?? null}::integer as exclusive_from, 'everyone' as audience,
        array[]::text[] as tag_keys, array[]::text[] as content_warnings, ${row(story)}) s,
      (select 1 as position, ${row(chapter)}) c`.execute(site.ctx.db);
  return rows[0];
}

test.each(table)('a $chapter chapter of a $story story', async ({ story, chapter, readable }) => {
  for (const [index, viewer] of Object.values(viewers).entries()) {
    const found = await inDatabase(story, chapter, viewer?.id ?? null);
    expect(found?.readable ?? false).toBe(readable[index]);
    expect(found?.story).toBe(story === 'published');
    const isPublic = story === 'published' && chapter === 'published';
    expect([found?.open, found?.listed]).toEqual([isPublic, isPublic]);
    // The policy is asked about rows that exist.
    if (story === 'deleted' || chapter === 'deleted') continue;
    const row = { author_id: 'ann', is_public: found?.open ?? false };
    expect(canRead(viewer, row)).toBe(readable[index]);
    expect(canEdit(viewer, row)).toBe(viewer === viewers.author);
  }
});

test('an exclusive chapter is listed, but not for everyone to read', async () => {
  for (const [exclusiveFrom, isOpen] of [
    [1, false],
    [2, true],
  ] as const)
    expect(await inDatabase('published', 'published', null, exclusiveFrom)).toMatchObject({
      listed: true,
      open: isOpen,
    });
});
