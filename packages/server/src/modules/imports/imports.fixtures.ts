import * as calls from '@inkling/contract/imports';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import { textOf } from '../../testing/stories-for-tests.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** A cancelled import. */
    import: string;
  }
}

const ofImport = (fixtures: Fixtures) => ({ params: { id: fixtures.import } });

export const importFixtures: CapabilityFixtures = {
  async create({ ctx, clock }, { owner }) {
    const now = clock.now();
    const { id } = await ctx.db
      .insertInto('imports')
      .values({ user_id: owner.id, file_name: 'a.md', state: 'cancelled', created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { import: id };
  },
  examples: [
    example(calls.startImport, () => ({
      file: { name: 'a.md', bytes: Buffer.from(`# A\n\n${textOf(220)}\n`) },
    })),
    example(calls.listImports, () => ({})),
    example(calls.getImport, ofImport),
    example(calls.cancelImport, ofImport),
  ],
};
