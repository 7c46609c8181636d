import type { Currency } from '@inkling/contract/rewards';
import { CurrencyPicture } from '../rewards/currency-picture.tsx';

/** An amount with its unit: '1 coin', '120 ink'. */
export const amountOf = (currency: Currency, amount: number): string =>
  `${amount.toLocaleString('en')} ${amount === 1 ? currency.replace(/s$/, '') : currency}`;

/** An amount of a currency, with its picture. */
export const Price = ({ currency, amount }: { currency: Currency; amount: number }) => (
  <span className="inline-flex items-center gap-1.5 font-semibold whitespace-nowrap tabular-nums">
    <CurrencyPicture of={currency} className="size-5 text-accent-text" />
    {amountOf(currency, amount)}
  </span>
);
