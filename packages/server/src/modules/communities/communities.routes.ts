import * as calls from '@inkling/contract/communities';
import { type Api, bind } from '../../platform/http/bind.ts';
import {
  data,
  message,
  withBody,
  withId,
  withIdAndBody,
  withIdAndQuery,
  withParam,
  withQuery,
} from '../../platform/http/handlers.ts';
import * as communities from './communities.service.ts';
import * as people from './people.service.ts';
import * as posts from './posts.service.ts';

export function communityRoutes(api: Api): void {
  bind(api, calls.listCommunities, withQuery(communities.listCommunities));
  bind(api, calls.createCommunity, data(withBody(communities.createCommunity)));
  bind(api, calls.listMemberships, data(people.listMemberships));
  bind(api, calls.getCommunity, data(withId(communities.getCommunity)));
  bind(api, calls.updateCommunity, data(withIdAndBody(communities.updateCommunity)));
  bind(api, calls.deleteCommunity, message('Community deleted', withId(communities.deleteCommunity)));
  bind(api, calls.listDeletedCommunities, withQuery(communities.listDeleted));
  bind(api, calls.restoreCommunity, data(withId(communities.restoreCommunity)));
  bind(api, calls.listStoryCommunities, withId(communities.listOfStory));
  bind(api, calls.listAuthorCommunities, withParam('username', communities.listOfAuthor));
  peopleRoutes(api);
  postRoutes(api);
  commentRoutes(api);
}

function peopleRoutes(api: Api): void {
  bind(api, calls.joinCommunity, data(withId(people.join)));
  bind(api, calls.joinByInvitation, data(withParam('token', people.joinByInvitation)));
  bind(api, calls.getInvitation, withParam('token', people.getInvitation));
  bind(api, calls.leaveCommunity, data(withId(people.leave)));
  bind(api, calls.chooseNews, (ctx, viewer, { params, body }) =>
    people.chooseNews(ctx, viewer, params.id, body.news),
  );
  bind(api, calls.seePosts, async (ctx, viewer, { params, body }) => {
    await people.seePosts(ctx, viewer, params.id, body.until);
    return { message: 'Seen' };
  });
  bind(api, calls.listMembers, withIdAndQuery(people.listMembers));
  bind(api, calls.appointModerator, (ctx, viewer, { params }) =>
    people.appoint(ctx, viewer, params.id, params.userId),
  );
  bind(api, calls.dismissModerator, (ctx, viewer, { params }) =>
    people.dismiss(ctx, viewer, params.id, params.userId),
  );
  bind(api, calls.handOverCommunity, async (ctx, viewer, { params, body }) => ({
    data: await people.handOver(ctx, viewer, params.id, body.userId),
  }));
  bind(api, calls.listJoinRequests, withIdAndQuery(people.listRequests));
  bind(api, calls.decideJoinRequest, (ctx, viewer, { params, body }) =>
    people.decideRequest(ctx, viewer, params.id, params.userId, body.accept),
  );
  bind(api, calls.listBans, withIdAndQuery(people.listBans));
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
  bind(api, calls.listMyBans, people.listMyBans);
  bind(api, calls.appealBan, (ctx, viewer, { params, body }) =>
    people.appealBan(ctx, viewer, params.id, body.text),
  );
  bind(api, calls.listInvitations, withId(people.listInvitations));
  bind(api, calls.createInvitation, withIdAndBody(people.createInvitation));
  bind(api, calls.revokeInvitation, async (ctx, viewer, { params }) => {
    await people.revokeInvitation(ctx, viewer, params.id, params.invitationId);
    return { message: 'Invitation revoked' };
  });
}

function postRoutes(api: Api): void {
  bind(api, calls.listPosts, withIdAndQuery(posts.listPosts));
  bind(api, calls.listFeed, withQuery(posts.listFeed));
  bind(api, calls.createPost, data(withIdAndBody(posts.createPost)));
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
  bind(api, calls.deletePostComment, message('Comment deleted', withId(posts.deleteComment)));
  bind(api, calls.likePostComment, (ctx, viewer, { params }) =>
    posts.likeComment(ctx, viewer, params.id, 'add'),
  );
  bind(api, calls.unlikePostComment, (ctx, viewer, { params }) =>
    posts.likeComment(ctx, viewer, params.id, 'remove'),
  );
}
