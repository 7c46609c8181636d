import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useMe, useSessionState } from '../../lib/session.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { MyPlanPanel } from './my-plan-panel.tsx';
import { PlanCards } from './plan-cards.tsx';
import { TestMode } from './plan-text.tsx';
import { myPlanQuery, type Plans } from './plans.api.ts';
import { usePlanActions } from './use-plan-actions.ts';

/** The plans, what the reader has of them, and the ways to subscribe, change and cancel. */
export function Subscriptions({ plans: { data: plans, mode } }: { plans: Plans }) {
  const session = useSessionState();
  const isMember = session === 'member';
  const mine = useQuery({ ...myPlanQuery, enabled: isMember });
  const actions = usePlanActions();
  return (
    <section aria-labelledby="subscriptions" className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="subscriptions" className="min-w-0 font-serif text-2xl">
          Subscriptions
        </h2>
        {mode === 'test' && <TestMode />}
      </div>
      {plans.length === 0 && <p className="mt-1 text-muted">No subscription plans are currently available</p>}
      {session !== 'visitor' &&
        (mine.isLoadingError ? (
          <ErrorState
            message={messageOf(mine.error, 'Failed to fetch your subscription')}
            onRetry={() => void mine.refetch()}
          />
        ) : (
          <MyPlanPanel mine={isMember ? mine.data : undefined} actions={actions} />
        ))}
      {plans.length > 0 && (
        <PlanCards plans={plans} mine={isMember ? mine.data : undefined} actions={actions} />
      )}
      <AdminLink />
    </section>
  );
}

const AdminLink = () =>
  useMe(false)?.isAdmin === true && (
    <p className="mt-4">
      <Link to={paths.adminPlans} className="link">
        Manage plans and gifts
      </Link>
    </p>
  );
