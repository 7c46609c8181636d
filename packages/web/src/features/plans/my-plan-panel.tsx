import { useRef, useState } from 'react';
import { LocalDate } from '../../lib/local-date.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { liveSubscription, PlanState } from './plan-text.tsx';
import type { MyPlan } from './plans.api.ts';
import { SubscriptionError } from './subscription-error.tsx';
import type { PlanActions } from './use-plan-actions.ts';

interface Props {
  /** Undefined until it is known, and for visitors. */
  mine: MyPlan | undefined;
  actions: PlanActions;
}

/** The person's own plan with what can be done about it; its space until that is known, and nothing for visitors. */
export function MyPlanPanel({ mine, actions }: Props) {
  const state = useRef<HTMLParagraphElement>(null);
  const { failure } = actions;
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
