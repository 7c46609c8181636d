import type { Reward } from '@inkling/contract/rewards';

export const currencies = ['ink', 'coins', 'gems'] as const;

/** '30 ink' */
export const rewardText = (reward: Reward): string =>
  currencies
    .filter((currency) => reward[currency] !== undefined)
    .map((currency) => `${reward[currency]} ${currency}`)
    .join(', ');
