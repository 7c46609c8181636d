import { messageOf } from '../../lib/api.ts';
import { useCall } from '../../lib/query.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';

export const checkInbox =
  'If it doesn’t arrive in a few minutes, check your spam folder. We send up to three links every 12 hours.';

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

interface Props {
  resend: ReturnType<typeof useResend>;
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
