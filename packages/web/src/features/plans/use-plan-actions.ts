import type { PlanId, Subscription } from '@inkling/contract/plans';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { markStale } from '../../lib/query.ts';
import {
  useCancelSubscription,
  useChangePlan,
  useOpenPortal,
  useResumeSubscription,
  useSubscribe,
} from './plans.api.ts';

/** Why the last action failed, and what is shown if the server gave no cause. */
interface Failure {
  error: unknown;
  fallback: string;
}

/** What a person can do with plans on the store page: one action at a time, and the failure of the last one. */
export function usePlanActions() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<Failure | null>(null);
  /** What is being done: the plan's id, or the name of the action. */
  const [doing, setDoing] = useState<string | null>(null);
  const subscribe = useSubscribe();
  const change = useChangePlan();
  const cancel = useCancelSubscription();
  const resume = useResumeSubscription();
  const portal = useOpenPortal();

  const run = async (name: string, fallback: string, action: () => Promise<unknown>): Promise<void> => {
    if (doing !== null) return;
    setFailure(null);
    setDoing(name);
    try {
      await action();
    } catch (error) {
      setFailure({ error, fallback });
      // A request without a response may have been carried out.
      await markStale(client, ['plan']);
    } finally {
      setDoing(null);
    }
  };
  /** Leads to where one pays: the sandbox's page is ours, any other provider's is elsewhere. */
  const toCheckout = async ({ _id, provider, checkoutUrl }: Subscription): Promise<void> => {
    if (provider === 'sandbox') await navigate(paths.checkout(_id));
    else location.assign(checkoutUrl ?? (await portal.mutateAsync({})).data.url);
  };
  return {
    failure,
    doing,
    pay: (subscription: Subscription) =>
      run('pay', 'Failed to open the payment page', () => toCheckout(subscription)),
    subscribe: (planId: PlanId) =>
      run(planId, 'Failed to subscribe', async () =>
        toCheckout((await subscribe.mutateAsync({ params: { planId }, body: {} })).data),
      ),
    change: (planId: PlanId) =>
      run(planId, 'Failed to change your plan', () => change.mutateAsync({ params: { planId } })),
    cancel: () =>
      run('cancel', 'Failed to cancel subscription', () =>
        cancel.mutateAsync({ body: { reason: 'user cancelled' } }),
      ),
    resume: () => run('resume', 'Failed to resume your subscription', () => resume.mutateAsync({})),
    managePayment: () =>
      run('portal', 'Failed to open the payment page', async () =>
        location.assign((await portal.mutateAsync({})).data.url),
      ),
  };
}

export type PlanActions = ReturnType<typeof usePlanActions>;
