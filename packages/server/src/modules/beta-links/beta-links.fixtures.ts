import * as calls from '@inkling/contract/beta-links';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import { writing } from '../../testing/stories-for-tests.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** A story with a draft chapter that has a link, and the link's token. */
    betaStory: string;
    betaChapter: string;
    betaLink: string;
    betaToken: string;
    /** The secret of a browser, and a comment that was written with it. */
    betaSecret: string;
    betaComment: string;
  }
}

const ofStory = ({ betaStory }: Fixtures) => ({ params: { id: betaStory } });
const ofLink = ({ betaStory, betaLink }: Fixtures) => ({ params: { id: betaStory, linkId: betaLink } });
const ofComment = ({ betaStory, betaComment }: Fixtures) => ({
  params: { id: betaStory, commentId: betaComment },
});
const settings = ({ betaChapter }: Pick<Fixtures, 'betaChapter'>) => ({
  label: 'First readers',
  comments: 'all' as const,
  chapters: [betaChapter],
});
const passage = { version: 1, startOffset: 0, endOffset: 9, text: 'Is this her name?', name: 'Bea' };

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }) {
    const write = writing(site);
    const betaStory = (await write.draft(owner))._id;
    const betaChapter = (await write.chapter(owner, betaStory, { isPublished: false }))._id;
    const { data } = (
      await site
        .as(owner)
        .call(calls.createBetaLink, { params: { id: betaStory }, body: settings({ betaChapter }) })
    ).body;
    const betaSecret = 's'.repeat(43);
    const body = { token: data.token, secret: betaSecret, chapter: betaChapter, ...passage };
    const comment = await site.as(null).call(calls.addBetaComment, { body });
    const betaComment = comment.body.data._id;
    const opened = { token: data.token, chapter: betaChapter };
    await site.as(owner).call(calls.readBetaChapter, { body: opened });
    return { betaStory, betaChapter, betaLink: data._id, betaToken: data.token, betaSecret, betaComment };
  },
  examples: [
    example(calls.listBetaLinks, ofStory),
    example(calls.createBetaLink, (fixtures) => ({ ...ofStory(fixtures), body: settings(fixtures) }), {
      createsOnceBecause: 'each link has a token of its own, which shows nothing until it is passed on',
      formattedFields: ['endsAt'],
    }),
    example(calls.changeBetaLink, (fixtures) => ({ ...ofLink(fixtures), body: settings(fixtures) }), {
      formattedFields: ['endsAt'],
    }),
    example(calls.revokeBetaLink, ofLink),
    example(
      calls.openBetaLink,
      ({ betaToken, betaSecret }) => ({ body: { token: betaToken, secret: betaSecret } }),
      {
        formattedFields: ['token', 'secret'],
      },
    ),
    example(
      calls.readBetaChapter,
      ({ betaToken, betaChapter }) => ({
        body: { token: betaToken, secret: 'r'.repeat(43), chapter: betaChapter },
      }),
      { formattedFields: ['token', 'secret'] },
    ),
    example(
      calls.addBetaComment,
      ({ betaToken, betaSecret, betaChapter }) => ({
        body: {
          token: betaToken,
          secret: betaSecret,
          chapter: betaChapter,
          ...passage,
        },
      }),
      // A token that opens nothing is refused, with all fields.
      { formattedFields: ['token', 'secret', 'name', 'text'] },
    ),
    example(
      calls.changeBetaComment,
      ({ betaToken, betaSecret, betaComment }) => ({
        params: { id: betaComment },
        body: { token: betaToken, secret: betaSecret, text: 'Is this his name?' },
      }),
      { formattedFields: ['token', 'secret', 'text'] },
    ),
    example(
      calls.deleteBetaComment,
      ({ betaToken, betaSecret, betaComment }) => ({
        params: { id: betaComment },
        body: { token: betaToken, secret: betaSecret },
      }),
      { formattedFields: ['token', 'secret'] },
    ),
    example(calls.listBetaComments, ofStory),
    example(calls.resolveBetaComment, (fixtures) => ({ ...ofComment(fixtures), body: { isResolved: true } })),
    example(calls.removeBetaComment, ofComment),
  ],
};
