import type { Reward } from '@inkling/contract/rewards';

export const currencies = ['ink', 'coins', 'gems'] as const;

/** '30 ink', '1 gem' */
export const rewardText = (reward: Reward): string =>
  currencies
    .filter((currency) => reward[currency] !== undefined)
    .map(
      (currency) => `${reward[currency]} ${reward[currency] === 1 ? currency.replace(/s$/, '') : currency}`,
    )
    .join(', ');
