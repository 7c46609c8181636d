import * as calls from '@inkling/contract/profiles';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data } from '../../platform/http/handlers.ts';
import { joinedResponse } from '../../platform/http/sent-json.ts';
import * as profiles from './profiles.service.ts';

export function profileRoutes(api: Api): void {
  bind(api, calls.getMyProfile, data(profiles.getMyProfile));
  bind(api, calls.getProfile, async (ctx, viewer, { params }) =>
    joinedResponse(await profiles.getProfile(ctx, viewer, params.username)),
  );
}
