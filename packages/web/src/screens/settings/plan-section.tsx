import type { Me } from '@inkling/contract/account';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { PlanState, TestMode } from '../../features/plans/plan-text.tsx';
import { myPlanQuery, plansQuery } from '../../features/plans/plans.api.ts';
import { adminPaths } from '../../lib/admin-paths.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

/** What the person has subscribed to or was given, until when, and the ways to change it. */
export function PlanSection({ me }: { me: Me }) {
  const mine = useQuery(myPlanQuery);
  const isTest = useQuery(plansQuery).data?.mode === 'test';
  return (
    <div className="space-y-3">
      {mine.data === undefined ? (
        <QueryState
          query={mine}
          fallback="Failed to fetch your subscription"
          pending={<TextSkeleton lines={1} />}
        />
      ) : (
        <p>
          <PlanState mine={mine.data} />
        </p>
      )}
      {isTest && <TestMode />}
      <p className="flex flex-wrap gap-x-6">
        <Link
          to={{ pathname: paths.store, hash: 'subscriptions' }}
          className="link inline-flex min-h-11 items-center"
        >
          {mine.data?.data && !mine.data.data.isCancelling ? 'Change or cancel in the store' : 'See plans'}
        </Link>
        {me.isAdmin && (
          <Link to={adminPaths.adminPlans} className="link inline-flex min-h-11 items-center">
            Manage plans and gifts
          </Link>
        )}
      </p>
    </div>
  );
}
