import type { PaidPlan, PlanHolder, SubscriptionStatus } from '@inkling/contract/plans';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ErrorMessages } from '../../features/forms/form-footer.tsx';
import { useCallForm } from '../../features/forms/use-call-form.ts';
import { AdminOnly, NoSuchPage } from '../../features/layout/admin-only.tsx';
import { GiftEnd, planNames, TestMode } from '../../features/plans/plan-text.tsx';
import {
  planHoldersQuery,
  plansQuery,
  useGivePlan,
  useTakeBackPlan,
} from '../../features/plans/plans.api.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

/** Who has a plan, and gifts of plans, for admins. */
export default function AdminPlansScreen() {
  const plans = useQuery(plansQuery);
  if (plans.data?.mode === 'off') return <NoSuchPage />;
  return (
    <AdminOnly heading="Plans">
      <AdminPlans />
    </AdminOnly>
  );
}

function AdminPlans() {
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number(search.get('page')) || 1);
  const holders = useQuery(planHoldersQuery(page));
  const list = useRef<HTMLHeadingElement>(null);
  return (
    <div className="max-w-3xl">
      <title>{pageTitle('Plans')}</title>
      <h1 className="font-serif text-3xl sm:text-4xl">Plans</h1>
      {holders.data?.mode === 'test' && (
        <div className="mt-4">
          {holders.data.message === null ? (
            <TestMode />
          ) : (
            <Alert>{holders.data.message}: no one is really charged.</Alert>
          )}
        </div>
      )}
      <GiveForm />
      <h2 ref={list} tabIndex={-1} className="mt-10 mb-3 font-serif text-2xl outline-none">
        People with a plan
      </h2>
      <QueryState
        query={holders}
        fallback="Failed to fetch the people with a plan"
        pending={<TextSkeleton lines={6} />}
      />
      {holders.data?.data.length === 0 && <p className="text-muted">No one has a plan yet.</p>}
      {holders.data !== undefined && holders.data.data.length > 0 && (
        <>
          <ul aria-label="People with a plan" className="divide-y divide-line border-y border-line">
            {holders.data.data.map((holder) => (
              <Holder key={holder.person._id} holder={holder} returnTo={list} />
            ))}
          </ul>
          <Pager
            page={page}
            totalPages={holders.data.pagination.totalPages}
            onChange={(next) => setSearch({ page: String(next) })}
          />
        </>
      )}
    </div>
  );
}

const statusNames: Record<SubscriptionStatus, string> = {
  pending: 'pending',
  active: 'active',
  past_due: 'past due',
  cancelled: 'canceled',
};

/** The last moment of a day that was chosen in this browser's time zone. */
const endOfDay = (date: string): string => new Date(`${date}T23:59:59`).toISOString();

function GiveForm() {
  const give = useGivePlan();
  const form = useCallForm<{ username: string; plan: PaidPlan; until: string }>({
    defaultValues: { username: '', plan: 'pro', until: '' },
    fallback: 'Failed to give the plan',
    send: async ({ username, plan, until }) => {
      const name = username.trim().replace(/^@/, '');
      const params = { username: name };
      await give.mutateAsync({ params, body: { plan, until: until === '' ? null : endOfDay(until) } });
      form.reset({ username: '', plan, until });
      return `${name} now has ${planNames[plan]}.`;
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className="mt-8 space-y-4">
      <h2 className="font-serif text-2xl">Give a plan</h2>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label="Username"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...form.field('username', { required: 'Please enter a username.' })}
        />
        <SelectField label="Plan" {...form.register('plan')} disabled={form.busy}>
          {Object.entries(planNames).map(([plan, name]) => (
            <option key={plan} value={plan}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField label="Until" type="date" hint="Leave empty for no end date." {...form.field('until')} />
      </div>
      <ErrorMessages messages={form.errorMessages} />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="primary" busy={form.busy}>
          Give
        </Button>
        <p role="status" className="text-muted">
          {form.done}
        </p>
      </div>
    </form>
  );
}

interface HolderProps {
  holder: PlanHolder;
  returnTo: React.RefObject<HTMLElement | null>;
}

function Holder({ holder: { person, gift, subscription }, returnTo }: HolderProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <Link to={paths.person(person.username)} className="link wrap-anywhere" dir="auto">
          {person.displayName}
        </Link>{' '}
        <span className="text-muted">@{person.username}</span>
        {subscription !== null && (
          <p>
            Subscription to {subscription.plan.name}:{' '}
            {subscription.isCancelling ? 'being canceled' : statusNames[subscription.status]}
          </p>
        )}
        {gift !== null && (
          <p>
            {planNames[gift.plan]} as a gift, <GiftEnd gift={gift} />
          </p>
        )}
      </div>
      {gift !== null && <TakeBack username={person.username} plan={gift.plan} returnTo={returnTo} />}
    </li>
  );
}

type TakeBackProps = Pick<HolderProps, 'returnTo'> & { username: string; plan: PaidPlan };

function TakeBack({ username, plan, returnTo }: TakeBackProps) {
  const [asking, setAsking] = useState(false);
  const takeBack = useTakeBackPlan();
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        Take back<span className="sr-only"> the gift to {username}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Take ${planNames[plan]} back from ${username}?`}
        confirm="Take back"
        danger
        busy={takeBack.isPending}
        returnTo={returnTo}
        onConfirm={() => takeBack.mutate({ params: { username } }, { onSettled: () => setAsking(false) })}
      >
        <p>The gift ends now. Any subscription of theirs continues, and everything they made stays.</p>
      </ConfirmDialog>
    </>
  );
}
