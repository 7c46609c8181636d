import * as calls from '@inkling/contract/account';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as account from './account.service.ts';
import * as email from './email.service.ts';
import * as reset from './reset.service.ts';
import * as sessions from './sessions.service.ts';

export function accountRoutes(api: Api): void {
  bind(api, calls.register, (ctx, _viewer, { body }) => account.register(ctx, body));
  bind(api, calls.login, (ctx, _viewer, { body }) => account.login(ctx, body));
  bind(api, calls.logout, async (ctx, viewer) => {
    await account.logout(ctx, viewer);
    return { message: 'Signed out' };
  });
  bind(api, calls.updatePassword, (ctx, viewer, { body }) => account.updatePassword(ctx, viewer, body));
  bind(api, calls.getMe, async (ctx, viewer) => ({ user: await account.loadMe(ctx, viewer.id) }));
  bind(api, calls.getStatus, async (ctx, viewer) => ({
    isAuthenticated: viewer !== null,
    user: viewer && (await account.loadMe(ctx, viewer.id)),
  }));
  bind(api, calls.forgotPassword, async (ctx, _viewer, { body }) => {
    await reset.forgotPassword(ctx, body);
    return { message: 'If there is an account with this address, we’ve sent a link to it.' };
  });
  bind(api, calls.resetPassword, (ctx, _viewer, { params, body }) =>
    reset.resetPassword(ctx, params.token, body),
  );
  bind(api, calls.verifyEmail, async (ctx, _viewer, { params }) => {
    await email.verifyEmail(ctx, params.token);
    return { message: 'Your email address is verified.' };
  });
  bind(api, calls.resendVerification, (ctx, viewer) => email.resendVerification(ctx, viewer));
  bind(api, calls.updateEmail, (ctx, viewer, { body }) => email.updateEmail(ctx, viewer, body));
  bind(api, calls.withdrawEmail, (ctx, viewer) => email.withdrawEmail(ctx, viewer));
  bind(api, calls.listSessions, async (ctx, viewer) => ({ data: await sessions.listSessions(ctx, viewer) }));
  bind(api, calls.endSession, (ctx, viewer, { params }) => sessions.endSession(ctx, viewer, params.id));
}
