import * as calls from '@inkling/contract/account';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as account from './account.service.ts';

export function accountRoutes(api: Api): void {
  bind(api, calls.register, (ctx, _viewer, { body }) => account.register(ctx, body));
  bind(api, calls.login, (ctx, _viewer, { body }) => account.login(ctx, body));
  bind(api, calls.logout, async (ctx) => {
    await account.logout(ctx);
    return { message: 'Signed out' };
  });
  bind(api, calls.updatePassword, (ctx, viewer, { body }) => account.updatePassword(ctx, viewer, body));
  bind(api, calls.getMe, async (ctx, viewer) => ({ user: await account.getMe(ctx, viewer) }));
  bind(api, calls.getStatus, async (ctx, viewer) => ({
    isAuthenticated: viewer !== null,
    user: viewer && (await account.getMe(ctx, viewer)),
  }));
}
