import type { Subscription, TestPayment } from '@inkling/contract/plans';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { NoSuchPage } from '../../features/layout/admin-only.tsx';
import { BackLink } from '../../features/layout/back-link.tsx';
import {
  PlanState,
  priceOf,
  priceWithPeriod,
  SubscriptionError,
  TestMode,
} from '../../features/plans/plan-text.tsx';
import { type MyPlan, myPlanQuery, plansQuery, usePayCheckout } from '../../features/plans/plans.api.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/checkout.ts';

export function clientLoader() {
  prefetch(plansQuery);
  return prefetch(myPlanQuery);
}
clientLoader.hydrate = true as const;
/** @alias clientLoader */
export const loader = clientLoader;

const payments: Record<TestPayment, { name: string; meaning: string }> = {
  test_ok: { name: 'It succeeds', meaning: 'The plan starts.' },
  test_declined: { name: 'It’s declined', meaning: 'Nothing changes, and you can try again.' },
  test_fails_later: {
    name: 'It succeeds, and the next one fails',
    meaning: 'The plan starts. When it renews, the payment fails and is past due.',
  },
};

const question = 'What should happen to this test payment?';

/** The sandbox's checkout page, where one decides what becomes of a test payment. */
export default function CheckoutScreen({ params: { id } }: Route.ComponentProps) {
  const plans = useQuery(plansQuery);
  const mine = useQuery(myPlanQuery);
  if (plans.data?.mode === 'off') return <NoSuchPage />;
  const failed = plans.isLoadingError ? plans : mine;
  return (
    <div className="mx-auto max-w-xl">
      <title>{pageTitle('Checkout')}</title>
      <BackLink to={paths.store}>Store</BackLink>
      <h1 className="mb-4 font-serif text-3xl sm:text-4xl">Checkout</h1>
      {plans.data?.mode === 'test' && <TestMode />}
      {plans.data === undefined || mine.data === undefined ? (
        <QueryState
          query={failed}
          fallback="Failed to fetch your checkout"
          pending={<TextSkeleton lines={6} />}
        />
      ) : (
        <Checkout key={id} id={id} mine={mine.data} />
      )}
    </div>
  );
}

function Checkout({ id, mine }: { id: string; mine: MyPlan }) {
  const subscription = mine.data?._id === id ? mine.data : null;
  const [wasOpen, setWasOpen] = useState(false);
  const isOpen = subscription?.status === 'pending' || subscription?.status === 'past_due';
  if (isOpen && !wasOpen) setWasOpen(true);
  if (isOpen) return <Payment subscription={subscription} />;
  if (subscription === null || subscription.isEnded)
    return (
      <Result title="This checkout is no longer open" takesFocus={wasOpen}>
        No payment will be taken here. <PlanState mine={mine} />
      </Result>
    );
  return (
    <Result title={`${subscription.plan.name} is yours`} takesFocus={wasOpen}>
      <PlanState mine={mine} />
    </Result>
  );
}

interface ResultProps {
  title: string;
  /** Whether the form was here before. */
  takesFocus: boolean;
  children: ReactNode;
}

/** What has become of the checkout, also after a reload and in another tab. */
function Result({ title, takesFocus, children }: ResultProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className="mt-6 rounded-xl border border-line bg-raised p-5 sm:p-6">
      <h2 ref={heading} tabIndex={-1} className="font-serif text-2xl outline-none">
        {title}
      </h2>
      <p className="mt-2">{children}</p>
      <Link to={paths.store} className={`mt-5 ${buttonClass('primary')}`}>
        Back to the store
      </Link>
    </div>
  );
}

function Payment({ subscription: { _id, plan, status } }: { subscription: Subscription }) {
  const [payment, setPayment] = useState<TestPayment>('test_ok');
  const pay = usePayCheckout();
  const mine = useQuery(myPlanQuery);
  const isRetry = status === 'past_due';
  const send = () =>
    pay.mutate(
      { params: { id: _id }, body: { paymentMethod: payment } },
      // A request without a response may have been carried out.
      { onError: () => void mine.refetch() },
    );
  return (
    <div className="mt-6 space-y-6">
      <dl className="rounded-xl border border-line bg-raised p-5 sm:p-6">
        <Row name="Plan">{plan.name}</Row>
        <Row name="Price">{priceWithPeriod(plan)}</Row>
        <Row name={isRetry ? 'Due now' : 'Due today'}>
          <strong>{priceOf(plan)}</strong>
        </Row>
      </dl>
      <p className="text-muted">
        {isRetry
          ? 'Your last payment failed. Once you pay, your plan continues.'
          : `Then ${priceOf(plan)} each ${plan.duration} until you cancel. You can cancel in the store at any time.`}
      </p>
      <RadioField legend={question} options={payments} value={payment} onChange={setPayment} />
      {pay.error !== null && (
        <SubscriptionError
          error={pay.error}
          fallback="Failed to subscribe"
          way="You can choose again here, or go back to the store."
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" busy={pay.isPending} onClick={send}>
          {pay.isPending ? 'Paying…' : `Pay ${priceOf(plan)}`}
        </Button>
        <Link to={paths.store} className={buttonClass('ghost')}>
          Not now
        </Link>
      </div>
    </div>
  );
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4 py-1 tabular-nums">
    <dt className="text-muted">{name}</dt>
    <dd>{children}</dd>
  </div>
);
