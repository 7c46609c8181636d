import * as calls from '@inkling/contract/imports';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import { textOf } from '../../testing/stories-for-tests.ts';
import type { Person, TestApp } from '../../testing/test-app.ts';
import { insertReview } from './imports.queries.ts';
import { readFileAsBook } from './parse/parse-book.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** A cancelled import, of which a book of one piece is stored. */
    import: string;
  }
}

const ofImport = (fixtures: Fixtures) => ({ params: { id: fixtures.import } });

/** A person has one open import. */
const cancelAll = async ({ ctx }: TestApp, _: Fixtures, person: Person): Promise<void> => {
  await ctx.db.updateTable('imports').set({ state: 'cancelled' }).where('user_id', '=', person.id).execute();
};

const book = Buffer.from(`# A\n\n${textOf(220)}\n`);

/** With the file, which is no longer stored once a call has read it in another encoding. */
const inReview = async (site: TestApp, fixtures: Fixtures): Promise<void> => {
  await cancelAll(site, fixtures, fixtures.owner);
  const { db } = site.ctx;
  await db.updateTable('imports').set({ state: 'review' }).where('id', '=', fixtures.import).execute();
  await db
    .updateTable('import_reviews')
    .set({ source: book })
    .where('import_id', '=', fixtures.import)
    .execute();
};

export const fixtures: CapabilityFixtures = {
  async create({ ctx, clock }, { owner }) {
    const now = clock.now();
    const { id } = await ctx.db
      .insertInto('imports')
      .values({ user_id: owner.id, file_name: 'a.md', state: 'cancelled', created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertReview(ctx.db, id, await readFileAsBook({ name: 'a.md', bytes: book }), book);
    return { import: id };
  },
  examples: [
    example(calls.startImport, () => ({ file: { name: 'a.md', bytes: book } }), { prepare: cancelAll }),
    example(calls.restoreStory, () => ({
      body: {
        title: 'A',
        genres: [],
        description: '',
        language: 'en',
        chapters: [],
        glossary: { entries: [], recaps: [] },
      },
    })),
    example(calls.listImports, () => ({})),
    example(calls.getImport, ofImport),
    example(calls.getImportPlan, ofImport, { prepare: inReview }),
    example(calls.listImportParagraphs, ({ import: id }) => ({ params: { id, piece: '0' } }), {
      prepare: inReview,
    }),
    example(
      calls.chooseImportEncoding,
      (fixtures) => ({ ...ofImport(fixtures), body: { encoding: 'windows-1250' } }),
      {
        prepare: inReview,
        createsOnceBecause: 'an import is read once at a time',
        formattedFields: ['encoding'],
      },
    ),
    example(
      calls.confirmImport,
      (fixtures) => ({
        ...ofImport(fixtures),
        body: { title: 'A', chapters: [{ title: 'A', text: [{ piece: 0, from: 0, to: 1 }] }] },
      }),
      { prepare: inReview, createsOnceBecause: 'an import is confirmed once', formattedFields: ['language'] },
    ),
    example(calls.cancelImport, ofImport),
  ],
};
