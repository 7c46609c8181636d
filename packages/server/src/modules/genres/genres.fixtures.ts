import * as calls from '@inkling/contract/genres';
import { type CapabilityFixtures, example, type Fixtures, uniqueName } from '../../testing/examples.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** A genre that no story uses, with a subgenre. */
    genre: string;
    subgenre: string;
  }
}

const inGenre = ({ genre }: Fixtures) => ({ params: { id: genre } });

export const fixtures: CapabilityFixtures = {
  async create({ ctx: { db } }) {
    const name = `Unused ${uniqueName()}`;
    const genre = await db
      .insertInto('genres')
      .values({ name, name_key: name })
      .returning('id')
      .executeTakeFirstOrThrow();
    const subgenre = await db
      .insertInto('subgenres')
      .values({ genre_id: genre.id, name, name_key: name })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { genre: genre.id, subgenre: subgenre.id };
  },
  examples: [
    example(calls.listGenres, () => ({})),
    example(calls.listPopularGenres, () => ({})),
    example(calls.getGenre, inGenre),
    example(calls.createGenre, () => ({ body: { name: `New ${uniqueName()}`, description: '' } }), {
      createsOnceBecause: 'genre names are unique',
    }),
    example(calls.updateGenre, (fixtures) => ({ ...inGenre(fixtures), body: { description: 'Changed' } })),
    example(calls.deleteGenre, inGenre),
    example(calls.getGenreStats, inGenre),
    example(calls.listSubgenres, inGenre),
    example(
      calls.createSubgenre,
      (fixtures) => ({ ...inGenre(fixtures), body: { name: `Sub ${uniqueName()}` } }),
      { createsOnceBecause: 'subgenre names are unique within a genre' },
    ),
    example(calls.deleteSubgenre, ({ genre, subgenre }) => ({ params: { id: genre, subgenreId: subgenre } })),
  ],
};
