import * as calls from '@inkling/contract/users';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withBody } from '../../platform/http/handlers.ts';
import * as users from './users.service.ts';

export function userRoutes(api: Api): void {
  bind(api, calls.updateProfile, data(withBody(users.updateProfile)));
  bind(api, calls.updatePreferences, data(withBody(users.updatePreferences)));
  bind(api, calls.followUser, (ctx, viewer, { params }) => users.setFollow(ctx, viewer, params.userId, true));
  bind(api, calls.unfollowUser, (ctx, viewer, { params }) =>
    users.setFollow(ctx, viewer, params.userId, false),
  );
  bind(api, calls.listFollowers, (ctx, viewer, { params, query }) =>
    users.listPeople(ctx, viewer, params.username, { of: 'followers', ...query }),
  );
  bind(api, calls.listFollowing, (ctx, viewer, { params, query }) =>
    users.listPeople(ctx, viewer, params.username, { of: 'following', ...query }),
  );
}
