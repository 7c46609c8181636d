import * as calls from '@inkling/contract/imports';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import { textOf } from '../../testing/stories-for-tests.ts';
import { readFileAsBook } from './parse/parse-book.ts';
import { insertReview } from './reviews.queries.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** An import that waits for review, of one piece. */
    import: string;
  }
}

const ofImport = (fixtures: Fixtures) => ({ params: { id: fixtures.import } });

export const importFixtures: CapabilityFixtures = {
  async create({ ctx, clock }, { owner }) {
    const now = clock.now();
    const { id } = await ctx.db
      .insertInto('imports')
      .values({ user_id: owner.id, file_name: 'a.md', state: 'review', created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const bytes = Buffer.from(`# A\n\n${textOf(220)}\n`);
    await insertReview(ctx.db, id, await readFileAsBook({ name: 'a.md', bytes }), bytes);
    return { import: id };
  },
  examples: [
    example(calls.startImport, () => ({
      file: { name: 'a.md', bytes: Buffer.from(`# A\n\n${textOf(220)}\n`) },
    })),
    example(calls.listImports, () => ({})),
    example(calls.getImport, ofImport),
    example(calls.getImportPlan, ofImport),
    example(calls.listImportParagraphs, ({ import: id }) => ({ params: { id, piece: '0' } })),
    example(
      calls.chooseImportEncoding,
      (fixtures) => ({ ...ofImport(fixtures), body: { encoding: 'windows-1250' } }),
      { createsOnceBecause: 'an import is read once at a time', formattedFields: ['encoding'] },
    ),
    example(
      calls.confirmImport,
      (fixtures) => ({
        ...ofImport(fixtures),
        body: { title: 'A', chapters: [{ title: 'A', text: [{ piece: 0, from: 0, to: 1 }] }] },
      }),
      { createsOnceBecause: 'an import is confirmed once' },
    ),
    example(calls.cancelImport, ofImport),
  ],
};
