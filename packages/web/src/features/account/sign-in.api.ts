import { callQuery, useCall } from '../../lib/query.ts';
import { endOnServer } from '../../lib/session.ts';

// The calls of people who are signed out; apart from account.api.ts, which their pages do not load.

const inline = { errors: 'inline' } as const;

export const useLogin = () => useCall('POST /auth/login', inline);
export const useRegister = () => useCall('POST /auth/register', inline);
export const useForgotPassword = () => useCall('POST /auth/forgot-password', inline);

/** Whether a link to set a new password can still be used. */
export const resetLinkQuery = (token: string) => ({
  ...callQuery('GET /auth/reset-password/{token}', { params: { token } }),
  retry: false,
  gcTime: 0,
});

/**
 * Sets a new password. The user signs in with it; the session of the response is ended, so that their list has none
 * without a device.
 */
export const useResetPassword = () =>
  useCall('PATCH /auth/reset-password/{token}', inline, ({ token }) => void endOnServer(token));
