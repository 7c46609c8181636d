import * as calls from '@inkling/contract/beta-links';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as links from './beta-links.service.ts';

export function betaLinkRoutes(api: Api): void {
  bind(api, calls.listBetaLinks, async (ctx, viewer, { params }) => ({
    data: await links.listLinks(ctx, viewer, params.id),
  }));
  bind(api, calls.createBetaLink, async (ctx, viewer, { params }) => ({
    data: await links.createLink(ctx, viewer, params.id),
  }));
  bind(api, calls.revokeBetaLink, async (ctx, viewer, { params }) => {
    await links.revokeLink(ctx, viewer, params.id, params.linkId);
    return { message: 'Link revoked' };
  });
  bind(api, calls.readBetaChapter, (ctx, _viewer, { body }) => links.readChapter(ctx, body.token));
}
