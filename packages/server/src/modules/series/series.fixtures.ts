import * as calls from '@inkling/contract/series';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** A series of the story. */
    series: string;
  }
}

const ofSeries = ({ series }: Fixtures) => ({ params: { id: series } });

export const fixtures: CapabilityFixtures = {
  async create(site, { owner, story }) {
    const body = { name: 'The harbor books', description: 'In the order of the tides.' };
    const { _id: series, version } = (await site.as(owner).call(calls.createSeries, { body })).body.data;
    await site
      .as(owner)
      .call(calls.arrangeSeries, { params: { id: series }, body: { stories: [story], version } });
    return { series };
  },
  examples: [
    example(calls.listMySeries, () => ({})),
    example(calls.createSeries, () => ({ body: { name: 'New' } })),
    example(calls.getSeries, ofSeries),
    example(calls.followSeries, ofSeries),
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
