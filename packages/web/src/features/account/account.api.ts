import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { showSuccess } from '../../lib/notify.ts';
import { callQuery, markStale, useCall } from '../../lib/query.ts';
import { endOnServer, useSession } from '../../lib/session.ts';

const inline = { errors: 'inline' } as const;

export const useUpdatePassword = () =>
  useCall('PATCH /auth/update-password', { ...inline, touches: ['sessions'] });

export function useUpdateEmail() {
  const { change } = useSession();
  return useCall('PATCH /auth/update-email', inline, ({ user }) => change(user));
}

/** Withdraws a change of address that is not confirmed yet; `onDone` runs before the page shows it. */
export function useWithdrawEmail(onDone: () => void) {
  const { change } = useSession();
  return useCall('DELETE /auth/pending-email', { fallback: 'Failed to cancel the change.' }, (response) => {
    onDone();
    change(response.user);
    showSuccess(response.message);
  });
}

/** Verifies an address with the secret of a link, once. */
export const verifyEmailQuery = (token: string) => ({
  ...callQuery('GET /auth/verify-email/{token}', { params: { token } }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const sessionsQuery = callQuery('GET /auth/sessions', {}, { tags: ['sessions'] });

/** Ends a session, or all `others`. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /auth/sessions/{id}', { params: { id } }),
    meta: { fallback: 'Failed to sign out that device.' },
    onSuccess: ({ message }) => showSuccess(message),
    onSettled: () => markStale(client, ['sessions']),
  });
}

export const useLogin = () => useCall('POST /auth/login', inline);
export const useRegister = () => useCall('POST /auth/register', inline);
/** Whether an invitation to sign up can still be used. */
export const signupInvitationQuery = (token: string) => ({
  ...callQuery('POST /auth/invitation', { body: { token } }),
  retry: false,
  gcTime: 0,
});
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
