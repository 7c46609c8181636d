import type { Plan } from '@inkling/contract/plans';
import { Check } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { LocalDate } from '../../lib/local-date.tsx';
import { paths } from '../../lib/paths.ts';
import { useSessionState } from '../../lib/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { liveSubscription, priceOf, priceWithPeriod, TestMode } from './plan-text.tsx';
import type { MyPlan } from './plans.api.ts';
import type { PlanActions } from './use-plan-actions.ts';

interface Props {
  plans: readonly Plan[];
  /** Undefined until it is known, and for visitors. */
  mine: MyPlan | undefined;
  actions: PlanActions;
}

/** The plans side by side, each with what it costs and the button to get it. */
export function PlanCards({ plans, mine, actions }: Props) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <ul ref={list} tabIndex={-1} aria-label="Plans" className="mt-4 grid gap-4 outline-none md:grid-cols-3">
      {plans.map((plan) => (
        <li
          key={plan._id}
          className={`flex flex-col rounded-xl border bg-raised p-5 ${plan.isMostPopular ? 'border-accent' : 'border-line'}`}
        >
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="font-serif text-xl">{plan.name}</h3>
            {plan.isMostPopular && <Badge tone="accent">Most Popular</Badge>}
          </div>
          <p className="mt-2">
            <span className="font-serif text-3xl tabular-nums">{priceOf(plan)}</span>{' '}
            <span className="text-muted">/ {plan.duration}</span>
          </p>
          <p className="mt-2 text-muted">{plan.description}</p>
          <ul className="mt-4 mb-5 flex-1 space-y-1.5">
            {plan.features.map((feature) => (
              <li key={feature} className="flex gap-2">
                <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" />
                {feature}
              </li>
            ))}
          </ul>
          <div className="min-h-11">
            <PlanButton plan={plan} mine={mine} actions={actions} returnTo={list} />
          </div>
        </li>
      ))}
    </ul>
  );
}

type ButtonProps = Omit<Props, 'plans'> & { plan: Plan; returnTo: RefObject<HTMLElement | null> };

/** The way to get a plan, as far as the person has it not. */
function PlanButton({ plan, mine, actions, returnTo }: ButtonProps) {
  const session = useSessionState();
  const { _id, name, isMostPopular, price } = plan;
  if (session !== 'member') return price > 0 && <LoginToSubscribe primary={isMostPopular} />;
  if (mine === undefined) return null;
  const live = liveSubscription(mine);
  const has = live?.plan._id ?? 'basic';
  if (has === _id && (live !== null || mine.gift === null))
    return <p className="flex min-h-11 items-center font-semibold">Your plan</p>;
  if (price === 0 || live?.isCancelling) return null;
  if (live === null)
    return (
      <Button
        variant={isMostPopular ? 'primary' : 'quiet'}
        className="w-full"
        busy={actions.doing === _id}
        onClick={() => void actions.subscribe(_id)}
      >
        Subscribe<span className="sr-only"> to {name}</span>
      </Button>
    );
  // A missed payment comes first.
  if (live.status === 'past_due') return null;
  return <ChangeButton plan={plan} live={live} actions={actions} returnTo={returnTo} />;
}

/** Visitors are led to the sign-in screen, which says why, and back. */
function LoginToSubscribe({ primary }: { primary: boolean }) {
  const navigate = useNavigate();
  const state = { alert: 'Please log in to subscribe' };
  return (
    // Hidden by the style sheet from people whose session the page does not know yet.
    <Button
      variant={primary ? 'primary' : 'quiet'}
      className="w-full member:invisible"
      onClick={() => void navigate(paths.login(paths.store), { state })}
    >
      Login to Subscribe
    </Button>
  );
}

type Live = NonNullable<ReturnType<typeof liveSubscription>>;

/** Asks with the new price and period, then changes the plan. */
function ChangeButton({ plan, live, actions, returnTo }: Omit<ButtonProps, 'mine'> & { live: Live }) {
  const [asking, setAsking] = useState(false);
  const { _id, name } = plan;
  return (
    <>
      <Button className="w-full" onClick={() => setAsking(true)}>
        Change to {name}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Change to ${name} for ${priceWithPeriod(plan)}?`}
        confirm={`Change to ${name}`}
        busy={actions.doing === _id}
        returnTo={returnTo}
        onConfirm={() => void actions.change(_id).then(() => setAsking(false))}
      >
        <div className="space-y-3">
          <p>
            {name} starts now and replaces {live.plan.name} ({priceWithPeriod(live.plan)}).
            {live.status === 'cancelled' && ' Your subscription will continue and renew automatically.'}
          </p>
          <p>
            <DueOnChange plan={plan} live={live} />
          </p>
          {live.isTest && <TestMode />}
        </div>
      </ConfirmDialog>
    </>
  );
}

/** What a change costs today and later. At Stripe, another period begins with the change. */
function DueOnChange({ plan, live }: { plan: Plan; live: Live }) {
  const isStripe = live.provider === 'stripe';
  const price = priceOf(plan);
  if (isStripe && live.plan.duration !== plan.duration)
    return `Today you’ll pay ${price}, minus the unused part of ${live.plan.name}. After that, ${price} a ${plan.duration}.`;
  return (
    <>
      Nothing is due today.{' '}
      {live.endDate !== null && (
        <>
          From <LocalDate iso={live.endDate} />, you’ll pay {priceWithPeriod(plan)}.
          {isStripe && ' Your first bill also covers the difference for the days until then.'}
        </>
      )}
    </>
  );
}
