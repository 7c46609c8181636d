import * as calls from '@inkling/contract/picks';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as picks from './picks.service.ts';

const listOf = ({ list }: { list: string }) => calls.pickList.parse(list);

export function pickRoutes(api: Api): void {
  bind(api, calls.listPicks, async (ctx, _viewer, { params }) => ({
    data: await picks.listPicks(ctx, listOf(params)),
  }));
  bind(api, calls.pickStory, async (ctx, viewer, { params, body }) => ({
    data: await picks.pickStory(ctx, viewer, listOf(params), params.id, body.position),
  }));
  bind(api, calls.removePick, async (ctx, viewer, { params }) => {
    await picks.removePick(ctx, viewer, listOf(params), params.id);
    return { message: 'Removed from the list' };
  });
}
