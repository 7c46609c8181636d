import * as calls from '@inkling/contract/blocks';
import { type Api, bind } from '../../platform/http/bind.ts';
import { withQuery } from '../../platform/http/handlers.ts';
import * as blocks from './blocks.service.ts';

export function blockRoutes(api: Api): void {
  bind(api, calls.listBlocks, withQuery(blocks.listBlocks));
  bind(api, calls.blockUser, (ctx, viewer, { params }) => blocks.block(ctx, viewer, params.id, 'block'));
  bind(api, calls.unblockUser, (ctx, viewer, { params }) => blocks.unblock(ctx, viewer, params.id, 'block'));
  bind(api, calls.muteUser, (ctx, viewer, { params }) => blocks.block(ctx, viewer, params.id, 'mute'));
  bind(api, calls.unmuteUser, (ctx, viewer, { params }) => blocks.unblock(ctx, viewer, params.id, 'mute'));
}
