import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { adminPaths } from '../../lib/admin-paths.ts';
import { messageOf } from '../../lib/api.ts';
import { LocalDate } from '../../lib/local-date.tsx';
import { useMe, useSessionState } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PlanCards } from './plan-cards.tsx';
import { liveSubscription, PlanState, SubscriptionError, TestMode } from './plan-text.tsx';
import { type MyPlan, myPlanQuery, type Plans } from './plans.api.ts';
import { type PlanActions, usePlanActions } from './use-plan-actions.ts';

interface Props {
  /** Undefined until it is known, and for visitors. */
  mine: MyPlan | undefined;
  actions: PlanActions;
}

/** The person's own plan with what can be done about it; nothing until that is known, and on Basic. */
function MyPlanPanel({ mine, actions }: Props) {
  const state = useRef<HTMLParagraphElement>(null);
  const { failure } = actions;
  // On Basic, the plan's card says so.
  if (failure === null && (mine === undefined || (mine.data === null && mine.gift === null))) return null;
  return (
    <div className="mt-4 hidden space-y-3 member:block">
      {failure !== null && (
        <SubscriptionError {...failure} way="Your current plan is shown below. You can try again." />
      )}
      <div
        aria-busy={mine === undefined || undefined}
        className="flex min-h-19 flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl border border-line bg-raised px-4 py-4"
      >
        {mine !== undefined && (
          <>
            <p ref={state} tabIndex={-1} role="status" className="max-w-prose outline-none">
              <PlanState mine={mine} />
            </p>
            <Actions mine={mine} actions={actions} returnTo={state} />
          </>
        )}
      </div>
    </div>
  );
}

interface ActionProps {
  mine: MyPlan;
  actions: PlanActions;
  returnTo: React.RefObject<HTMLElement | null>;
}

function Actions({ mine, actions, returnTo }: ActionProps) {
  const live = liveSubscription(mine);
  const newest = mine.data;
  const mayPay =
    newest !== null && !newest.isCancelling && (newest.status === 'pending' || newest.status === 'past_due');
  const mayCancel = live !== null && live.status !== 'cancelled' && !live.isCancelling;
  return (
    <div className="flex flex-wrap gap-3">
      {mayPay && (
        <Button variant="primary" busy={actions.doing === 'pay'} onClick={() => void actions.pay(newest)}>
          {newest.status === 'pending' ? 'Continue to checkout' : 'Pay now'}
        </Button>
      )}
      {live?.status === 'cancelled' && !live.isCancelling && (
        <Button
          variant="primary"
          busy={actions.doing === 'resume'}
          onClick={() => void actions.resume().then(() => returnTo.current?.focus())}
        >
          Resume subscription
        </Button>
      )}
      {live?.provider === 'stripe' && !live.isCancelling && (
        <Button busy={actions.doing === 'portal'} onClick={() => void actions.managePayment()}>
          Payment details
        </Button>
      )}
      {mayCancel && <CancelButton live={live} actions={actions} returnTo={returnTo} />}
    </div>
  );
}

type Live = NonNullable<ReturnType<typeof liveSubscription>>;

/** Asks with the date until which the plan stays, then cancels. */
function CancelButton({ live, actions, returnTo }: Omit<ActionProps, 'mine'> & { live: Live }) {
  const [asking, setAsking] = useState(false);
  const { plan, endDate, status } = live;
  return (
    <>
      <Button onClick={() => setAsking(true)}>Cancel Subscription</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Cancel your ${plan.name} subscription?`}
        confirm="Cancel Subscription"
        cancel={`Keep ${plan.name}`}
        danger
        busy={actions.doing === 'cancel'}
        returnTo={returnTo}
        onConfirm={() => void actions.cancel().then(() => setAsking(false))}
      >
        <p>
          {status === 'past_due' ? (
            <>It ends right away, because your last payment failed. </>
          ) : (
            endDate !== null && (
              <>
                You’ll stay on {plan.name} until <LocalDate iso={endDate} />, and can resume until then.{' '}
              </>
            )
          )}
          You won’t be charged again. Everything you made with {plan.name} stays.
        </p>
      </ConfirmDialog>
    </>
  );
}

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
      <Link to={adminPaths.adminPlans} className="link">
        Manage plans and gifts
      </Link>
    </p>
  );
