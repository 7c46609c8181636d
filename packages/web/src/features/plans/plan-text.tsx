import type { Plan, PlanGift, Subscription } from '@inkling/contract/plans';
import { FlaskConical } from 'lucide-react';
import { messageOf } from '../../lib/api.ts';
import { LocalDate } from '../../lib/local-date.tsx';
import { serverNow } from '../../lib/server-time.ts';
import { Alert } from '../../ui/alert.tsx';
import type { MyPlan } from './plans.api.ts';

type Priced = Pick<Plan, 'price' | 'currency' | 'duration'>;

/** '$4.99': an amount in units of its currency. */
export const priceOf = ({ price, currency }: Priced): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(price);

/** '$4.99 a month'. */
export const priceWithPeriod = (plan: Priced): string => `${priceOf(plan)} a ${plan.duration}`;

export const planNames = { pro: 'Pro', premium: 'Premium' } as const;

/** The subscription while it gives or may give a plan, and so cannot be bought again; null otherwise. */
export const liveSubscription = ({ data }: Pick<MyPlan, 'data'>): Subscription | null =>
  data === null || data.isEnded || data.status === 'pending' ? null : data;

/** Says that payments are not real. */
export const TestMode = () => (
  <p className="inline-flex items-center gap-2 rounded-md bg-notice px-3 py-1.5 text-on-notice">
    <FlaskConical aria-hidden="true" className="size-4.5 shrink-0" />
    Test mode: no money moves
  </p>
);

/** The end of a gift: 'until Dec 28, 2026'. */
export const GiftEnd = ({ gift: { until } }: { gift: PlanGift }) =>
  until === null ? (
    'with no end date'
  ) : (
    <>
      until <LocalDate iso={until} />
    </>
  );

/** What a person has, until when, and what happens then. */
export function PlanState({ mine: { data, gift, payBy } }: { mine: MyPlan }) {
  if (gift === null)
    return data === null ? 'You’re on Basic.' : <SubscriptionState of={data} payBy={payBy} />;
  return (
    <>
      {data !== null && !data.isEnded && (
        <>
          <SubscriptionState of={data} payBy={payBy} />{' '}
        </>
      )}
      You have {planNames[gift.plan]} as a gift, <GiftEnd gift={gift} />.
    </>
  );
}

/** What has become of a subscription, and what happens next. */
export function SubscriptionState({ of, payBy }: { of: Subscription; payBy: string | null }) {
  const { plan, status, endDate, isEnded, isCancelling } = of;
  const end = endDate !== null && <LocalDate iso={endDate} />;
  if (isCancelling)
    return (
      <>
        We’re canceling your {plan.name} subscription. The payment provider hasn’t responded yet. We’ll keep
        trying; you don’t need to do anything.
      </>
    );
  if (status === 'pending')
    return (
      <>
        Your checkout for {plan.name} ({priceWithPeriod(plan)}) isn’t finished. Nothing has been paid.
      </>
    );
  if (isEnded)
    return (
      <>
        Your {plan.name} subscription ended{end && <> on {end}</>}. You’re on Basic.
      </>
    );
  if (status === 'past_due') {
    if (payBy === null || Date.parse(payBy) <= serverNow())
      return <>Your last payment for {plan.name} failed, so you’re on Basic until you pay.</>;
    return (
      <>
        Your last payment for {plan.name} failed. Pay by <LocalDate iso={payBy} /> to stay on {plan.name}.
        After that, you’ll be on Basic.
      </>
    );
  }
  if (status === 'cancelled')
    return (
      <>
        Your subscription is canceled. You’ll stay on {plan.name}
        {end && <> until {end}</>} and won’t be charged again.
        {end && <> If you resume, nothing is due today, and it renews then for {priceWithPeriod(plan)}.</>}
      </>
    );
  return (
    <>
      You’re on {plan.name} for {priceWithPeriod(plan)}.{end && <> It renews on {end}.</>}
    </>
  );
}

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
