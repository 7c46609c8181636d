import type { CallResponse } from '../../lib/api.ts';
import { type LoaderArgs, load } from '../../lib/load.ts';
import { callQuery, useCall } from '../../lib/query.ts';

export type Plans = CallResponse<'GET /subscriptions/plans'>;
export type MyPlan = CallResponse<'GET /subscriptions/me'>;

/** The plans, and whether there are any. They change only with the server's settings. */
export const plansQuery = {
  ...callQuery('GET /subscriptions/plans', {}),
  staleTime: Number.POSITIVE_INFINITY,
};

/** The same from a loader, as for a visitor. */
export const loadPlans = (args: LoaderArgs) => load(args, 'GET /subscriptions/plans', {});

/** What I subscribed to and what was given to me. Fetched again soon: it may have been changed on the provider's page. */
export const myPlanQuery = { ...callQuery('GET /subscriptions/me', {}, { tags: ['plan'] }), staleTime: 5000 };

const touches = ['plan'];
/** The person says whether a payment is due. */
const meta = { errors: 'inline', touches: ['plan', 'me'], rechecks: touches } as const;

/** Starts a subscription, which is pending until it is paid on the provider's page. */
export const useSubscribe = () => useCall('POST /subscriptions/subscribe/{planId}', meta);
/** Pays on the checkout page of the sandbox. */
export const usePayCheckout = () => useCall('POST /subscriptions/checkout/{id}', meta);
export const useChangePlan = () =>
  useCall('POST /subscriptions/change/{planId}', { ...meta, success: 'Your plan was changed.' });
export const useCancelSubscription = () =>
  useCall('POST /subscriptions/unsubscribe', { ...meta, success: 'Your subscription was canceled.' });
export const useResumeSubscription = () =>
  useCall('POST /subscriptions/resume', { ...meta, success: 'Your subscription will continue.' });
/** Asks for the provider's page where one changes how one pays. */
export const useOpenPortal = () => useCall('POST /subscriptions/portal', meta);

/** A page of the people with a subscription or a gift, for admins. */
export const planHoldersQuery = (page: number) =>
  callQuery('GET /admin/plans', { query: { page } }, { tags: ['plan'] });
/** Gives a person a plan for free; errors are shown in the form. */
export const useGivePlan = () => useCall('PUT /admin/plans/{username}', { errors: 'inline', touches });
export const useTakeBackPlan = () =>
  useCall('DELETE /admin/plans/{username}', {
    success: 'The gift was taken back.',
    fallback: 'Failed to take the gift back',
    touches,
    rechecks: touches,
  });
