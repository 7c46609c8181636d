import { id } from '@inkling/contract/text';
import { allRows } from '../../platform/db/db.ts';
import type { PageRevision, PageSource } from '../../platform/page-source.ts';
import { isPublicStory } from './stories.policy.queries.ts';

export const landingPage: PageSource = {
  pattern: '/',
  keyOf: () => 'catalogue',
  async findRevisions(db) {
    const rows = await allRows<PageRevision>(db)`
      select revision::text from catalogue where only_row = ${true}`;
    return new Map(rows.map((row) => ['catalogue', row]));
  },
};

export const storyPage: PageSource = {
  pattern: '/story/:storyId',
  keyOf: ({ storyId }) => id.safeParse(storyId).data ?? null,
  async findRevisions(db, ids) {
    const rows = await allRows<PageRevision & { id: string }>(db)`
      select s.id, s.revision::text from stories s
      where s.id = any(${ids}::uuid[]) and ${isPublicStory()}`;
    return new Map(rows.map((row) => [row.id, row]));
  },
};
