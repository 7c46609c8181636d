import { messageOf } from '../../lib/api.ts';
import { Alert } from '../../ui/alert.tsx';

interface Props {
  error: unknown;
  /** The cause where the server gave none. */
  fallback: string;
  /** What to do now. */
  way: string;
}

/** Why a subscription could not be started, changed or ended. */
export const SubscriptionError = ({ error, fallback, way }: Props) => (
  <Alert>
    <p className="font-semibold">Subscription Error</p>
    <p>{messageOf(error, fallback)}</p>
    <p>{way}</p>
  </Alert>
);
