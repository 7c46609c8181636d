import * as calls from '@inkling/contract/comments';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The id of the owner's comment on `story`, which another reader has replied to. */
    comment: string;
  }
}

const ofComment = ({ comment }: Fixtures) => ({ params: { id: comment } });
const ofStory = ({ story }: Fixtures) => ({ params: { id: story } });
const ofChapter = ({ chapter }: Fixtures) => ({ params: { id: chapter } });

export const fixtures: CapabilityFixtures = {
  async create(site, { owner, story }) {
    const body = { story, content: 'A lamp worth following.' };
    const { _id: comment } = (await site.as(owner).call(calls.postComment, { body })).body.data;
    const reply = { parent: comment, content: 'It is.' };
    await site.as(await site.person()).call(calls.postComment, { body: reply });
    return { comment };
  },
  examples: [
    example(calls.listComments, ({ story }) => ({ query: { story } })),
    example(calls.listStoryComments, ofStory),
    example(calls.listChapterComments, ofChapter),
    example(calls.getComment, ofComment),
    example(calls.listReplies, ofComment),
    example(calls.postComment, ({ chapter }) => ({ body: { chapter, content: 'Who lit it?' } })),
    example(calls.editComment, (fixtures) => ({
      ...ofComment(fixtures),
      body: { content: 'A lamp worth following again.' },
    })),
    example(calls.deleteComment, ofComment),
    example(calls.likeComment, ofComment, { createsOnceBecause: 'a reader likes a comment once' }),
    example(calls.unlikeComment, ofComment),
    example(calls.pinComment, ofComment),
    example(calls.unpinComment, ofComment),
    example(calls.closeStoryComments, (fixtures) => ({ ...ofStory(fixtures), body: { isClosed: true } })),
    example(calls.closeChapterComments, (fixtures) => ({ ...ofChapter(fixtures), body: { isClosed: true } })),
    example(calls.countParagraphComments, (fixtures) => ({
      ...ofChapter(fixtures),
      query: { paragraphs: '1,2' },
    })),
  ],
};
