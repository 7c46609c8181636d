import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { CurrencyPicture } from '../rewards/currency-picture.tsx';
import { walletQuery } from '../rewards/rewards.api.ts';
import { claimableQuestsQuery, missionsQuery, useClaimAll } from './quests.api.ts';
import { currencies } from './reward-text.ts';

/** What the reader has, in view of everything that can be claimed, and a button that claims all of it. */
export function ClaimBar() {
  const wallet = useQuery(walletQuery(1)).data?.data;
  const quests = useQuery(claimableQuestsQuery).data?.data ?? [];
  const missions = (useQuery(missionsQuery).data?.data ?? []).filter(
    ({ isCompleted, isClaimed }) => isCompleted && !isClaimed,
  );
  const claim = useClaimAll();
  const count = quests.length + missions.length;
  return (
    <div className="sticky top-(--notice-height) z-10 -mx-4 mb-8 flex min-h-15 flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line bg-surface px-4 py-2 sm:mx-0 sm:px-0">
      <section className="flex flex-wrap gap-x-5" aria-label="Your balance">
        {wallet !== undefined &&
          currencies.map((currency) => (
            <span key={currency} className="inline-flex items-center gap-1.5 font-semibold tabular-nums">
              <CurrencyPicture of={currency} className="size-5 text-accent-text" />
              {wallet[currency].toLocaleString('en')} {currency}
            </span>
          ))}
      </section>
      {(count > 1 || claim.isPending) && (
        <Button variant="primary" busy={claim.isPending} onClick={() => claim.mutate({ quests, missions })}>
          Claim all ({count})
        </Button>
      )}
    </div>
  );
}
