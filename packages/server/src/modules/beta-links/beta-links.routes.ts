import * as calls from '@inkling/contract/beta-links';
import { type Api, bind } from '../../platform/http/bind.ts';
import {
  data,
  message,
  withBody,
  withId,
  withIdAndBody,
  withIdAndQuery,
} from '../../platform/http/handlers.ts';
import * as links from './beta-links.service.ts';
import * as reading from './beta-reading.service.ts';

export function betaLinkRoutes(api: Api): void {
  bind(api, calls.listBetaLinks, data(withId(links.listLinks)));
  bind(api, calls.createBetaLink, data(withIdAndBody(links.createLink)));
  bind(api, calls.changeBetaLink, async (ctx, viewer, { params, body }) => ({
    data: await links.changeLink(ctx, viewer, params.id, params.linkId, body),
  }));
  bind(api, calls.revokeBetaLink, async (ctx, viewer, { params }) => {
    await links.revokeLink(ctx, viewer, params.id, params.linkId);
    return { message: 'Link revoked' };
  });
  bind(api, calls.listBetaComments, withIdAndQuery(links.listComments));
  bind(api, calls.resolveBetaComment, async (ctx, viewer, { params, body }) => ({
    data: await links.resolveComment(ctx, viewer, params.id, params.commentId, body.isResolved),
  }));
  bind(api, calls.removeBetaComment, async (ctx, viewer, { params }) => {
    await links.removeComment(ctx, viewer, params.id, params.commentId);
    return { message: 'Comment deleted' };
  });
  bind(api, calls.openBetaLink, data(withBody(reading.openLink)));
  bind(api, calls.readBetaChapter, withBody(reading.readChapter));
  bind(api, calls.addBetaComment, data(withBody(reading.addComment)));
  bind(api, calls.changeBetaComment, data(withIdAndBody(reading.changeComment)));
  bind(api, calls.deleteBetaComment, message('Comment deleted', withIdAndBody(reading.deleteComment)));
}
