import type { DailyReward } from '@inkling/contract/rewards';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { shortMoment } from '../../lib/moments.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { CurrencyPicture } from './currency-picture.tsx';
import { dailyRewardQuery, useClaimDailyReward } from './rewards.api.ts';

/** The row of daily rewards. Days that were missed are not shown: the row goes on where it was. */
export function DailyRewardSection() {
  const query = useQuery({ ...dailyRewardQuery, refetchOnWindowFocus: true });
  return (
    <section aria-labelledby="daily-reward">
      <h2 id="daily-reward" className="font-serif text-2xl">
        Daily reward
      </h2>
      <p className="mt-1 mb-4 text-muted">One step a day. If you skip a day, you won’t lose your place.</p>
      {query.data === undefined ? (
        <QueryState
          query={query}
          fallback="Failed to fetch your daily reward"
          pending={<div className="h-44 animate-pulse rounded-xl bg-sunken sm:h-36" />}
        />
      ) : (
        <Row reward={query.data.data} />
      )}
    </section>
  );
}

function Row({ reward: { canClaim, step, steps, nextAt } }: { reward: DailyReward }) {
  const claim = useClaimDailyReward();
  const coins = steps[step - 1]?.coins ?? 0;
  return (
    <div className="rounded-xl border border-line bg-raised p-3 sm:p-5">
      <ol className="grid grid-cols-7 gap-1 sm:gap-3">
        {steps.map((one) => (
          <Step
            key={one.step}
            {...one}
            isNext={canClaim && one.step === step}
            isNew={claim.isSuccess && one.step === step}
          />
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* Says so in the same place, which keeps the focus. */}
        <Button
          variant={canClaim ? 'primary' : 'ghost'}
          className={canClaim ? '' : 'cursor-default px-0! text-success! opacity-100! hover:bg-transparent'}
          busy={claim.isPending}
          aria-disabled={!canClaim || claim.isPending || undefined}
          onClick={canClaim ? () => claim.mutate({}) : undefined}
        >
          {canClaim ? (
            <>
              <CurrencyPicture of="coins" /> Claim {coins} coins
            </>
          ) : (
            <>
              <Check aria-hidden="true" className="size-5" strokeWidth={3} /> Claimed
            </>
          )}
        </Button>
        <p role="status" className="text-muted">
          {nextAt !== null && (
            <>
              The next one is ready <time dateTime={nextAt}>{shortMoment(new Date(nextAt))}</time>.
            </>
          )}
        </p>
      </div>
    </div>
  );
}

interface StepProps {
  step: number;
  coins: number;
  isClaimed: boolean;
  isNext: boolean;
  /** Just claimed on this page. */
  isNew: boolean;
}

function Step({ step, coins, isClaimed, isNext, isNew }: StepProps) {
  const colors = isClaimed
    ? 'border-accent bg-accent text-on-accent'
    : isNext
      ? 'border-accent border-3 text-accent-text'
      : 'border-control border-dashed text-muted';
  return (
    <li aria-current={isNext ? 'step' : undefined} className="flex flex-col items-center gap-1">
      <span
        className={`grid aspect-square w-full max-w-16 place-items-center rounded-full border-2 font-serif text-base font-semibold tabular-nums sm:text-xl ${colors} ${isNew ? 'animate-stamp' : ''}`}
      >
        {isClaimed ? <Check aria-hidden="true" className="size-5" strokeWidth={3} /> : coins}
        <span className="sr-only">{isClaimed ? `${coins} coins, claimed` : 'coins'}</span>
      </span>
      <span aria-hidden="true" className="text-xs text-muted tabular-nums">
        {step}
      </span>
    </li>
  );
}
