import * as calls from '@inkling/contract/story-follows';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as follows from './story-follows.service.ts';

export function storyFollowRoutes(api: Api): void {
  bind(api, calls.getStoryFollow, (ctx, viewer, { params }) => follows.readFollow(ctx, viewer, params.id));
  bind(api, calls.followStory, (ctx, viewer, { params }) => follows.followStory(ctx, viewer, params.id));
  bind(api, calls.unfollowStory, (ctx, viewer, { params }) => follows.unfollowStory(ctx, viewer, params.id));
}
