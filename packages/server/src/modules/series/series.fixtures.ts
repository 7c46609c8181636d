import * as calls from '@inkling/contract/series';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import type { Person } from '../../testing/test-app.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** A series of the story. */
    series: string;
    /** A series by another author. */
    foreignSeries: string;
  }
}

const ofSeries = ({ series }: Fixtures) => ({ params: { id: series } });

export const fixtures: CapabilityFixtures = {
  async create(site, { owner, story }) {
    const make = async (author: Person, part: string) => {
      const body = { name: 'The harbor books', description: 'In the order of the tides.' };
      const { _id: id, version } = (await site.as(author).call(calls.createSeries, { body })).body.data;
      await site.as(author).call(calls.arrangeSeries, { params: { id }, body: { stories: [part], version } });
      return id;
    };
    const author = await site.person();
    const foreign = await writing(site).published(author);
    const foreignSeries = await make(author, foreign.story._id);
    await site.as(owner).call(calls.followSeries, { params: { id: foreignSeries } });
    return { series: await make(owner, story), foreignSeries };
  },
  examples: [
    example(calls.listMySeries, () => ({})),
    example(calls.createSeries, () => ({ body: { name: 'New' } })),
    example(calls.getSeries, ofSeries),
    example(calls.followSeries, ({ foreignSeries }) => ({ params: { id: foreignSeries } })),
    example(calls.unfollowSeries, ({ foreignSeries }) => ({ params: { id: foreignSeries } })),
    example(calls.updateSeries, (fixtures) => ({ ...ofSeries(fixtures), body: { name: 'Changed' } })),
    example(calls.arrangeSeries, (fixtures) => ({
      ...ofSeries(fixtures),
      body: { stories: [fixtures.story], version: 1 },
    })),
    example(calls.deleteSeries, ofSeries),
    example(calls.listSeriesOf, ({ owner }) => ({ params: { username: owner.username } })),
    example(calls.getSeriesOfStory, ({ story }) => ({ params: { id: story } })),
  ],
};
