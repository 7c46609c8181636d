import { messageOf } from '../../lib/api.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  error: unknown;
  /** Tries again; absent where that would not help. */
  onRetry?: (() => void) | undefined;
  /** What is said in place of the error's message. */
  message?: string | undefined;
}

/** Why figures are not there. */
export const AnalyticsError = ({ error, onRetry, message }: Props) => (
  <Alert>
    <p className="font-semibold">Analytics Error</p>
    <p>{message ?? messageOf(error, 'Failed to fetch analytics')}</p>
    {onRetry !== undefined && (
      <Button className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    )}
  </Alert>
);
