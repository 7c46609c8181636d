import * as calls from '@inkling/contract/communities';
import { day } from '../../platform/clock.ts';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import type { TestApp } from '../../testing/test-app.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** A public community of the owner. */
    community: string;
    /** The id of a member of it who is not the owner. */
    communityMember: string;
    /** The owner's post there. */
    post: string;
    /** The owner's comment on the post. */
    postComment: string;
    /** A private community of the owner. */
    privateCommunity: string;
    /** The id of a person who asks to join it. */
    communityRequester: string;
    /** The id of a person who is banned from it and appealed. */
    communityBanned: string;
    /** A community of another person that the owner is banned from. */
    bannedFrom: string;
    /** A community that the owner deleted. */
    deletedCommunity: string;
    /** An invitation to it, and its token. */
    invitation: string;
    invitationToken: string;
  }
}

const ofCommunity = ({ community }: Fixtures) => ({ params: { id: community } });
const ofPrivate = ({ privateCommunity }: Fixtures) => ({ params: { id: privateCommunity } });
const ofMember = ({ community, communityMember }: Fixtures) => ({
  params: { id: community, userId: communityMember },
});
const ofPost = ({ community, post }: Fixtures) => ({ params: { id: community, postId: post } });
const ofComment = ({ postComment }: Fixtures) => ({ params: { id: postComment } });
const nextWeek = (site: Pick<TestApp, 'clock'>) =>
  new Date(site.clock.now().getTime() + 7 * day).toISOString();

const createsOnceBecause =
  'each invitation has a token of its own, which lets nobody in until it is passed on';

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }) {
    const founder = site.as(owner);
    const about = { description: 'For those who read by lamplight.' };
    const open = await founder.call(calls.createCommunity, { body: { name: 'Night Readers', ...about } });
    const community = open.body.data._id;
    const member = await site.person();
    await site.as(member).call(calls.joinCommunity, { params: { id: community } });
    const body = { title: 'Which lamp?', content: 'Oil or wax?', tags: ['lamps'] };
    const posted = await founder.call(calls.createPost, { params: { id: community }, body });
    const post = posted.body.data._id;
    const commented = await founder.call(calls.commentOnPost, {
      params: { id: community, postId: post },
      body: { content: 'Oil, I think.' },
    });
    const closed = await founder.call(calls.createCommunity, {
      body: { name: 'First Readers', ...about, isPrivate: true },
    });
    const privateCommunity = closed.body.data._id;
    const requester = await site.person();
    await site.as(requester).call(calls.joinCommunity, { params: { id: privateCommunity } });
    const invited = await founder.call(calls.createInvitation, {
      params: { id: privateCommunity },
      body: { until: nextWeek(site), uses: 100 },
    });
    const deleted = await founder.call(calls.createCommunity, { body: { name: 'The Cellar', ...about } });
    const deletedCommunity = deleted.body.data._id;
    await founder.call(calls.deleteCommunity, { params: { id: deletedCommunity } });
    const banned = await site.person();
    const host = await site.person();
    const inn = await site.as(host).call(calls.createCommunity, { body: { name: 'The Inn', ...about } });
    const bannedFrom = inn.body.data._id;
    for (const [who, id, by] of [
      [banned, community, founder],
      [owner, bannedFrom, site.as(host)],
    ] as const) {
      await site.as(who).call(calls.joinCommunity, { params: { id } });
      await by.call(calls.banFromCommunity, {
        params: { id, userId: who.id },
        body: { reason: 'Unkind words' },
      });
    }
    await site
      .as(banned)
      .call(calls.appealBan, { params: { id: community }, body: { text: 'It was a joke.' } });
    return {
      communityBanned: banned.id,
      bannedFrom,
      deletedCommunity,
      community,
      communityMember: member.id,
      post,
      postComment: commented.body.data._id,
      privateCommunity,
      communityRequester: requester.id,
      invitation: invited.body.data._id,
      invitationToken: invited.body.data.token,
    };
  },
  examples: [
    example(calls.listCommunities, () => ({ query: { search: 'night' } })),
    example(calls.createCommunity, () => ({
      body: { name: 'Morning Readers', description: 'By daylight.', rules: ['Be kind.'] },
    })),
    example(calls.listMemberships, () => ({})),
    example(calls.getCommunity, ofCommunity),
    example(calls.updateCommunity, (fixtures) => ({
      ...ofCommunity(fixtures),
      body: { name: 'Late Readers' },
    })),
    example(calls.deleteCommunity, ofCommunity, { adminsMay: true }),
    example(calls.listDeletedCommunities, () => ({})),
    example(calls.restoreCommunity, ({ deletedCommunity }) => ({ params: { id: deletedCommunity } })),
    example(calls.joinCommunity, ofCommunity, { createsOnceBecause: 'a person joins a community once' }),
    example(calls.joinByInvitation, ({ invitationToken }) => ({ params: { token: invitationToken } })),
    example(calls.getInvitation, ({ invitationToken }) => ({ params: { token: invitationToken } })),
    example(calls.leaveCommunity, ofCommunity),
    example(calls.chooseNews, (fixtures) => ({ ...ofCommunity(fixtures), body: { news: 'all' as const } })),
    example(
      calls.seePosts,
      (fixtures) => ({ ...ofCommunity(fixtures), body: { until: '2026-01-01T00:00:00.000Z' } }),
      { formattedFields: ['until'], createsOnceBecause: 'the moment is stored, not each call' },
    ),
    example(calls.listFeed, () => ({})),
    example(calls.listMembers, ofCommunity),
    example(calls.appointModerator, ofMember),
    example(calls.dismissModerator, ofMember),
    example(calls.handOverCommunity, (fixtures) => ({
      ...ofCommunity(fixtures),
      body: { userId: fixtures.communityMember },
    })),
    example(calls.listJoinRequests, ofPrivate),
    example(calls.decideJoinRequest, (fixtures) => ({
      params: { id: fixtures.privateCommunity, userId: fixtures.communityRequester },
      body: { accept: true },
    })),
    example(calls.listBans, ofCommunity),
    example(
      calls.banFromCommunity,
      (fixtures) => ({ ...ofMember(fixtures), body: { reason: 'Unkind words' } }),
      { formattedFields: ['until'] },
    ),
    example(calls.liftBan, ofMember),
    example(calls.refuseBanAppeal, ({ community, communityBanned }) => ({
      params: { id: community, userId: communityBanned },
    })),
    example(calls.listMyBans, () => ({})),
    example(
      calls.appealBan,
      ({ bannedFrom }) => ({ params: { id: bannedFrom }, body: { text: 'I am sorry.' } }),
      {
        createsOnceBecause: 'a person appeals against a ban once',
      },
    ),
    example(
      calls.createInvitation,
      (fixtures) => ({ ...ofPrivate(fixtures), body: { until: '2026-05-01T00:00:00.000Z', uses: 3 } }),
      { createsOnceBecause, formattedFields: ['until'] },
    ),
    example(calls.listInvitations, ofPrivate),
    example(calls.revokeInvitation, ({ privateCommunity, invitation }) => ({
      params: { id: privateCommunity, invitationId: invitation },
    })),
    example(calls.listPosts, ofCommunity),
    example(calls.createPost, (fixtures) => ({
      ...ofCommunity(fixtures),
      body: { title: 'Tonight', content: 'What do you read?', tags: ['tonight'] },
    })),
    example(calls.getPost, ofPost),
    example(calls.updatePost, (fixtures) => ({ ...ofPost(fixtures), body: { title: 'Which lamp, then?' } })),
    example(calls.deletePost, ofPost),
    example(calls.likePost, ofPost),
    example(calls.unlikePost, ofPost),
    example(calls.pinPost, ofPost),
    example(calls.unpinPost, ofPost),
    example(calls.lockPost, ofPost),
    example(calls.unlockPost, ofPost),
    example(calls.listPostComments, ofPost),
    example(calls.commentOnPost, (fixtures) => ({ ...ofPost(fixtures), body: { content: 'Wax, for me.' } })),
    example(calls.editPostComment, (fixtures) => ({
      ...ofComment(fixtures),
      body: { content: 'Oil, I am sure.' },
    })),
    example(calls.deletePostComment, ofComment),
    example(calls.likePostComment, ofComment),
    example(calls.unlikePostComment, ofComment),
    example(calls.listStoryCommunities, ({ story }) => ({ params: { id: story } })),
    example(calls.listAuthorCommunities, ({ owner }) => ({ params: { username: owner.username } })),
  ],
};
