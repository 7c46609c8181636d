import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';

/** Sends the verification link again and exposes the result. */
export function useResend() {
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: () => call('POST /auth/resend-verification', {}),
    meta: { errors: 'inline' },
    // The address may have been verified on another device.
    onSuccess: () => client.invalidateQueries({ queryKey: ['GET /auth/me'] }),
  });
  return {
    send: () => sending.mutate(),
    busy: sending.isPending,
    /** The server's message, which is the same when the limit is reached. */
    message: sending.data?.message ?? null,
    failure: sending.error && messageOf(sending.error, 'Failed to resend verification email'),
  };
}
type Resend = ReturnType<typeof useResend>;

export const checkInbox =
  'If it doesn’t arrive in a few minutes, check your spam folder. We send up to three links every 12 hours.';

interface Props {
  resend: Resend;
  label: string;
  variant?: ButtonVariant;
  className?: string;
}

export function ResendButton({ resend, label, variant, className }: Props) {
  return (
    <Button variant={variant} className={className} busy={resend.busy} onClick={resend.send}>
      {resend.busy ? 'Sending…' : label}
    </Button>
  );
}
