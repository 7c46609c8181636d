import * as calls from '@inkling/contract/communities';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as communities from './communities.service.ts';
import * as people from './people.service.ts';

import * as posts from './posts.service.ts';

export function communityRoutes(api: Api): void {
  bind(api, calls.listCommunities, (ctx, viewer, { query }) =>
    communities.listCommunities(ctx, viewer, query),
  );
  bind(api, calls.createCommunity, async (ctx, viewer, { body }) => ({
    data: await communities.createCommunity(ctx, viewer, body),
  }));
  bind(api, calls.listMemberships, async (ctx, viewer) => ({
    data: await people.listMemberships(ctx, viewer),
  }));
  bind(api, calls.getCommunity, async (ctx, viewer, { params }) => ({
    data: await communities.getCommunity(ctx, viewer, params.id),
  }));
  bind(api, calls.updateCommunity, async (ctx, viewer, { params, body }) => ({
    data: await communities.updateCommunity(ctx, viewer, params.id, body),
  }));
  bind(api, calls.deleteCommunity, async (ctx, viewer, { params }) => {
    await communities.deleteCommunity(ctx, viewer, params.id);
    return { message: 'Community deleted' };
  });
  bind(api, calls.listDeletedCommunities, (ctx, viewer, { query }) =>
    communities.listDeleted(ctx, viewer, query),
  );
  bind(api, calls.restoreCommunity, async (ctx, viewer, { params }) => ({
    data: await communities.restoreCommunity(ctx, viewer, params.id),
  }));
  bind(api, calls.listStoryCommunities, (ctx, viewer, { params }) =>
    communities.listOfStory(ctx, viewer, params.id),
  );
  bind(api, calls.listAuthorCommunities, (ctx, viewer, { params }) =>
    communities.listOfAuthor(ctx, viewer, params.username),
  );
  peopleRoutes(api);
  postRoutes(api);
  commentRoutes(api);
}

function peopleRoutes(api: Api): void {
  bind(api, calls.joinCommunity, async (ctx, viewer, { params }) => ({
    data: await people.join(ctx, viewer, params.id),
  }));
  bind(api, calls.joinByInvitation, async (ctx, viewer, { params }) => ({
    data: await people.joinByInvitation(ctx, viewer, params.token),
  }));
  bind(api, calls.getInvitation, (ctx, viewer, { params }) =>
    people.getInvitation(ctx, viewer, params.token),
  );
  bind(api, calls.leaveCommunity, async (ctx, viewer, { params }) => ({
    data: await people.leave(ctx, viewer, params.id),
  }));
  bind(api, calls.chooseNews, (ctx, viewer, { params, body }) =>
    people.chooseNews(ctx, viewer, params.id, body.news),
  );
  bind(api, calls.seePosts, async (ctx, viewer, { params, body }) => {
    await people.seePosts(ctx, viewer, params.id, body.until);
    return { message: 'Seen' };
  });
  bind(api, calls.listMembers, (ctx, viewer, { params, query }) =>
    people.listMembers(ctx, viewer, params.id, query),
  );
  bind(api, calls.appointModerator, (ctx, viewer, { params }) =>
    people.appoint(ctx, viewer, params.id, params.userId),
  );
  bind(api, calls.dismissModerator, (ctx, viewer, { params }) =>
    people.dismiss(ctx, viewer, params.id, params.userId),
  );
  bind(api, calls.handOverCommunity, async (ctx, viewer, { params, body }) => ({
    data: await people.handOver(ctx, viewer, params.id, body.userId),
  }));
  bind(api, calls.listJoinRequests, (ctx, viewer, { params, query }) =>
    people.listRequests(ctx, viewer, params.id, query),
  );
  bind(api, calls.decideJoinRequest, (ctx, viewer, { params, body }) =>
    people.decideRequest(ctx, viewer, params.id, params.userId, body.accept),
  );
  bind(api, calls.listBans, (ctx, viewer, { params, query }) =>
    people.listBans(ctx, viewer, params.id, query),
  );
  bind(api, calls.banFromCommunity, (ctx, viewer, { params, body }) =>
    people.ban(ctx, viewer, params.id, params.userId, body),
  );
  bind(api, calls.liftBan, async (ctx, viewer, { params }) => {
    await people.liftBan(ctx, viewer, params.id, params.userId);
    return { message: 'Ban lifted' };
  });
  bind(api, calls.refuseBanAppeal, (ctx, viewer, { params }) =>
    people.refuseBanAppeal(ctx, viewer, params.id, params.userId),
  );
  bind(api, calls.listMyBans, (ctx, viewer) => people.listMyBans(ctx, viewer));
  bind(api, calls.appealBan, (ctx, viewer, { params, body }) =>
    people.appealBan(ctx, viewer, params.id, body.text),
  );
  bind(api, calls.listInvitations, (ctx, viewer, { params }) =>
    people.listInvitations(ctx, viewer, params.id),
  );
  bind(api, calls.createInvitation, (ctx, viewer, { params, body }) =>
    people.createInvitation(ctx, viewer, params.id, body),
  );
  bind(api, calls.revokeInvitation, async (ctx, viewer, { params }) => {
    await people.revokeInvitation(ctx, viewer, params.id, params.invitationId);
    return { message: 'Invitation revoked' };
  });
}

function postRoutes(api: Api): void {
  bind(api, calls.listPosts, (ctx, viewer, { params, query }) =>
    posts.listPosts(ctx, viewer, params.id, query),
  );
  bind(api, calls.listFeed, (ctx, viewer, { query }) => posts.listFeed(ctx, viewer, query));
  bind(api, calls.createPost, async (ctx, viewer, { params, body }) => ({
    data: await posts.createPost(ctx, viewer, params.id, body),
  }));
  bind(api, calls.getPost, async (ctx, viewer, { params, query }) => ({
    data: await posts.getPost(ctx, viewer, params, query.anyway === 'true'),
  }));
  bind(api, calls.updatePost, async (ctx, viewer, { params, body }) => ({
    data: await posts.updatePost(ctx, viewer, params, body),
  }));
  bind(api, calls.deletePost, async (ctx, viewer, { params }) => {
    await posts.deletePost(ctx, viewer, params);
    return { message: 'Post deleted' };
  });
  bind(api, calls.likePost, (ctx, viewer, { params }) => posts.changeLike(ctx, viewer, params, 'add'));
  bind(api, calls.unlikePost, (ctx, viewer, { params }) => posts.changeLike(ctx, viewer, params, 'remove'));
  const moderation = [
    [calls.pinPost, { is_pinned: true }],
    [calls.unpinPost, { is_pinned: false }],
    [calls.lockPost, { is_locked: true }],
    [calls.unlockPost, { is_locked: false }],
  ] as const;
  for (const [call, changes] of moderation)
    bind(api, call, async (ctx, viewer, { params }) => ({
      data: await posts.moderate(ctx, viewer, params, changes),
    }));
}

function commentRoutes(api: Api): void {
  bind(api, calls.listPostComments, (ctx, viewer, { params, query }) =>
    posts.listComments(ctx, viewer, params, query),
  );
  bind(api, calls.commentOnPost, (ctx, viewer, { params, body }) => posts.comment(ctx, viewer, params, body));
  bind(api, calls.editPostComment, (ctx, viewer, { params, body }) =>
    posts.editComment(ctx, viewer, params.id, body.content),
  );
  bind(api, calls.deletePostComment, async (ctx, viewer, { params }) => {
    await posts.deleteComment(ctx, viewer, params.id);
    return { message: 'Comment deleted' };
  });
  bind(api, calls.likePostComment, (ctx, viewer, { params }) =>
    posts.likeComment(ctx, viewer, params.id, 'add'),
  );
  bind(api, calls.unlikePostComment, (ctx, viewer, { params }) =>
    posts.likeComment(ctx, viewer, params.id, 'remove'),
  );
}
