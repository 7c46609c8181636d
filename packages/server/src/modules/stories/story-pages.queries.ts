import { id } from '@inkling/contract/text';
import { sql } from '../../platform/db/db.ts';
import type { PageRevision, PageSource } from '../../platform/page-source.ts';
import { isPublicStory } from './stories.policy.queries.ts';

export const landingPage: PageSource = {
  pattern: '/',
  keyOf: () => 'catalogue',
  async findRevisions(db) {
    const { rows } = await sql<PageRevision>`
      select revision::text from catalogue where only_row = ${true}`.execute(db);
    return new Map(rows.map((row) => ['catalogue', row]));
  },
};

export const storyPage: PageSource = {
  pattern: '/story/:storyId',
  keyOf: ({ storyId }) => id.safeParse(storyId).data ?? null,
  async findRevisions(db, ids) {
    const { rows } = await sql<PageRevision & { id: string }>`
      select s.id, s.revision::text from stories s
      where s.id = any(${ids}::uuid[]) and ${isPublicStory()}`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  },
};
