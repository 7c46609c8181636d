import type { Currency } from '@inkling/contract/rewards';
import { Coins, Droplet, Gem } from 'lucide-react';

const icons = { ink: Droplet, coins: Coins, gems: Gem };

/** An amount with its unit: '1 coin', '120 ink'. */
export const amountOf = (currency: Currency, amount: number): string =>
  `${amount.toLocaleString('en')} ${amount === 1 ? currency.replace(/s$/, '') : currency}`;

/** An amount of a currency, with its icon. */
export function Price({ currency, amount }: { currency: Currency; amount: number }) {
  const Icon = icons[currency];
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold tabular-nums">
      <Icon aria-hidden="true" className="size-4.5 text-accent-text" />
      {amountOf(currency, amount)}
    </span>
  );
}
