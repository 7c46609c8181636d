import * as calls from '@inkling/contract/beta-links';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as links from './beta-links.service.ts';
import * as reading from './beta-reading.service.ts';

export function betaLinkRoutes(api: Api): void {
  bind(api, calls.listBetaLinks, async (ctx, viewer, { params }) => ({
    data: await links.listLinks(ctx, viewer, params.id),
  }));
  bind(api, calls.createBetaLink, async (ctx, viewer, { params, body }) => ({
    data: await links.createLink(ctx, viewer, params.id, body),
  }));
  bind(api, calls.changeBetaLink, async (ctx, viewer, { params, body }) => ({
    data: await links.changeLink(ctx, viewer, params.id, params.linkId, body),
  }));
  bind(api, calls.revokeBetaLink, async (ctx, viewer, { params }) => {
    await links.revokeLink(ctx, viewer, params.id, params.linkId);
    return { message: 'Link revoked' };
  });
  bind(api, calls.listBetaComments, (ctx, viewer, { params, query }) =>
    links.listComments(ctx, viewer, params.id, query),
  );
  bind(api, calls.resolveBetaComment, async (ctx, viewer, { params, body }) => ({
    data: await links.resolveComment(ctx, viewer, params.id, params.commentId, body.isResolved),
  }));
  bind(api, calls.removeBetaComment, async (ctx, viewer, { params }) => {
    await links.removeComment(ctx, viewer, params.id, params.commentId);
    return { message: 'Comment deleted' };
  });
  bind(api, calls.openBetaLink, async (ctx, viewer, { body }) => ({
    data: await reading.openLink(ctx, viewer, body),
  }));
  bind(api, calls.readBetaChapter, (ctx, viewer, { body }) => reading.readChapter(ctx, viewer, body));
  bind(api, calls.addBetaComment, async (ctx, viewer, { body }) => ({
    data: await reading.addComment(ctx, viewer, body),
  }));
  bind(api, calls.changeBetaComment, async (ctx, viewer, { params, body }) => ({
    data: await reading.changeComment(ctx, viewer, params.id, body),
  }));
  bind(api, calls.deleteBetaComment, async (ctx, viewer, { params, body }) => {
    await reading.deleteComment(ctx, viewer, params.id, body);
    return { message: 'Comment deleted' };
  });
}
