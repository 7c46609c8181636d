import type { Reward } from '@inkling/contract/rewards';
import { Check } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { CurrencyPicture } from '../rewards/currency-picture.tsx';
import { currencies, rewardText } from './reward-text.ts';

/** What something pays. */
export const RewardAmount = ({ reward }: { reward: Reward }) => (
  <span className="inline-flex items-center gap-1 whitespace-nowrap text-accent-text">
    {currencies.map(
      (currency) => reward[currency] !== undefined && <CurrencyPicture key={currency} of={currency} />,
    )}
    <span className="font-semibold tabular-nums">{rewardText(reward)}</span>
  </span>
);

interface ClaimProps {
  /** What is claimed, for people who hear the page. */
  title: string;
  reward: Reward;
  isClaimed: boolean;
  /** Quiet where many stand below each other. */
  variant?: 'primary' | 'quiet';
  busy: boolean;
  onClaim: () => void;
}

/** Claims a reward; then it says so in the same place, which keeps the focus. */
export const ClaimButton = ({ title, reward, isClaimed, variant = 'primary', busy, onClaim }: ClaimProps) => (
  <Button
    variant={isClaimed ? 'ghost' : variant}
    className={
      isClaimed ? 'cursor-default px-0! text-success! opacity-100! hover:bg-transparent' : 'whitespace-nowrap'
    }
    busy={busy}
    aria-disabled={isClaimed || busy || undefined}
    aria-label={isClaimed ? `Claimed: ${title}` : `Claim ${rewardText(reward)}: ${title}`}
    onClick={isClaimed ? undefined : onClaim}
  >
    {isClaimed ? (
      <>
        <Check aria-hidden="true" className="size-5" strokeWidth={3} />
        Claimed
      </>
    ) : (
      `Claim ${rewardText(reward)}`
    )}
  </Button>
);
