import * as calls from '@inkling/contract/beta-links';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';
import { writing } from '../../testing/stories-for-tests.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** A draft chapter with a link, and the link's token. */
    betaChapter: string;
    betaLink: string;
    betaToken: string;
  }
}

const ofChapter = ({ betaChapter }: { betaChapter: string }) => ({ params: { id: betaChapter } });

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }) {
    const write = writing(site);
    const story = (await write.draft(owner))._id;
    const betaChapter = (await write.chapter(owner, story, { isPublished: false }))._id;
    const { body } = await site.as(owner).call(calls.createBetaLink, { params: { id: betaChapter } });
    return { betaChapter, betaLink: body.data._id, betaToken: body.data.token };
  },
  examples: [
    example(calls.listBetaLinks, ofChapter),
    example(calls.createBetaLink, ofChapter, {
      createsOnceBecause: 'each link has a token of its own, which shows nothing until it is passed on',
    }),
    example(calls.readBetaChapter, ({ betaToken }) => ({ body: { token: betaToken } }), {
      formattedFields: ['token'],
    }),
    example(calls.revokeBetaLink, ({ betaChapter, betaLink }) => ({
      params: { id: betaChapter, linkId: betaLink },
    })),
  ],
};
