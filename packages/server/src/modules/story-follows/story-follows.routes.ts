import * as calls from '@inkling/contract/story-follows';
import { type Api, bind } from '../../platform/http/bind.ts';
import { withId } from '../../platform/http/handlers.ts';
import * as follows from './story-follows.service.ts';

export function storyFollowRoutes(api: Api): void {
  bind(api, calls.getStoryFollow, withId(follows.readFollow));
  bind(api, calls.followStory, withId(follows.followStory));
  bind(api, calls.unfollowStory, withId(follows.unfollowStory));
}
