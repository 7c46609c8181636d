import { Link } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { Alert } from '../../ui/alert.tsx';

/** The codes of errors that a plan would have prevented; the screen shows them with `PlanRefusal`. */
export const planCodes: readonly string[] = ['PLAN_LIMIT', 'PLAN_REQUIRED'];

export const isPlanRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && planCodes.includes(error.code);

/** What a plan would allow, as the server says it, and the way to the plans; nothing for any other error. */
export const PlanRefusal = ({ error }: { error: unknown }) =>
  isPlanRefusal(error) && (
    <Alert>
      <p>
        {error.message}{' '}
        <Link to={{ pathname: paths.store, hash: 'subscriptions' }} className="link">
          See plans
        </Link>
      </p>
    </Alert>
  );
