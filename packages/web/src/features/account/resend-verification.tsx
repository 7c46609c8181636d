import { Button, type ButtonVariant } from '../../ui/button.tsx';
import type { useResend } from './resend.api.ts';

export const checkInbox =
  'If it doesn’t arrive in a few minutes, check your spam folder. We send up to three links every 12 hours.';

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
