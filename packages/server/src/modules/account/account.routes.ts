import * as calls from '@inkling/contract/account';
import type { Call } from '@inkling/contract/call';
import { type Api, bind, type Handler } from '../../platform/http/bind.ts';
import { countUnreadOf } from '../notifications/index.ts';
import * as account from './account.service.ts';
import * as email from './email.service.ts';
import { limitHashing, requireHashingRoom } from './passwords.ts';
import * as reset from './reset.service.ts';
import * as sessions from './sessions.service.ts';
import * as signups from './signups.service.ts';

/** Registers a call that hashes a password; it is refused before its body is read while too many are in progress. */
export const bindWithPassword = <C extends Call>(api: Api, call: C, handler: Handler<C>): void =>
  bind(api, call, (...request) => limitHashing(() => handler(...request)), requireHashingRoom);

export function accountRoutes(api: Api): void {
  bindWithPassword(api, calls.register, (ctx, _viewer, { body }) => account.signUp(ctx, body));
  bindWithPassword(api, calls.login, (ctx, _viewer, { body }) => account.login(ctx, body));
  bind(api, calls.logout, async (ctx, viewer) => {
    await account.logout(ctx, viewer);
    return { message: 'Signed out' };
  });
  bindWithPassword(api, calls.updatePassword, (ctx, viewer, { body }) =>
    account.updatePassword(ctx, viewer, body),
  );
  bind(api, calls.getMe, async (ctx, viewer) => {
    const [user, unreadCount] = await Promise.all([
      account.loadMe(ctx, viewer.id),
      countUnreadOf(ctx, viewer),
    ]);
    return { user, unreadCount };
  });
  bind(api, calls.getStatus, async (ctx, viewer) => ({
    isAuthenticated: viewer !== null,
    user: viewer && (await account.loadMe(ctx, viewer.id)),
  }));
  bind(api, calls.forgotPassword, async (ctx, _viewer, { body }) => {
    await reset.forgotPassword(ctx, body);
    return { message: 'If there is an account with this address, we’ve sent a link to it.' };
  });
  bind(api, calls.checkResetLink, async (ctx, _viewer, { params }) => {
    await reset.checkResetLink(ctx, params.token);
    return { message: 'The link can be used.' };
  });
  bindWithPassword(api, calls.resetPassword, (ctx, _viewer, { params, body }) =>
    reset.resetPassword(ctx, params.token, body),
  );
  bind(api, calls.verifyEmail, async (ctx, _viewer, { params }) => {
    await email.verifyEmail(ctx, params.token);
    return { message: 'Your email address is verified.' };
  });
  bind(api, calls.resendVerification, (ctx, viewer) => email.resendVerification(ctx, viewer));
  bindWithPassword(api, calls.updateEmail, (ctx, viewer, { body }) => email.updateEmail(ctx, viewer, body));
  bind(api, calls.withdrawEmail, (ctx, viewer) => email.withdrawEmail(ctx, viewer));
  bind(api, calls.checkSignupInvitation, async (ctx, _viewer, { body }) => {
    await signups.checkInvitation(ctx, body.token);
    return { message: 'The invitation can be used.' };
  });
  bind(api, calls.listSignupInvitations, async (ctx) => ({ data: await signups.listInvitations(ctx) }));
  bind(api, calls.createSignupInvitation, async (ctx, viewer, { body }) => ({
    data: await signups.createInvitation(ctx, viewer.id, body),
  }));
  bind(api, calls.revokeSignupInvitation, async (ctx, viewer, { params }) => {
    await signups.revokeInvitation(ctx, viewer.id, params.id);
    return { message: 'The invitation can no longer be used.' };
  });
  bind(api, calls.listSignupRequests, (ctx, _viewer, { query }) => signups.listRequests(ctx, query));
  bind(api, calls.decideSignupRequest, async (ctx, viewer, { params, body }) => {
    await signups.decideRequest(ctx, viewer.id, params.id, body.approves);
    return { message: body.approves ? 'The account was approved.' : 'The request was declined.' };
  });
  bind(api, calls.listSessions, async (ctx, viewer) => ({
    data: await sessions.listSessions(ctx, viewer.id, viewer.session.tokenHash),
  }));
  bind(api, calls.endSession, (ctx, viewer, { params }) => sessions.endSession(ctx, viewer, params.id));
}
