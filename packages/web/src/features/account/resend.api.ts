import { messageOf } from '../../lib/api.ts';
import { useCall } from '../../lib/query.ts';

// Separate from the other calls about an account, because every member's page loads it.

/** Sends the verification link again. The address may have been verified on another device. */
export function useResend() {
  const sending = useCall('POST /auth/resend-verification', { errors: 'inline', touches: ['me'] });
  return {
    send: () => sending.mutate({}),
    busy: sending.isPending,
    /** The server's message, which is the same when the limit is reached. */
    message: sending.data?.message ?? null,
    failure: sending.error && messageOf(sending.error, 'Failed to resend verification email'),
  };
}
