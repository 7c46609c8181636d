import { newId } from '@inkling/contract/new-id';
import type { Currency } from '@inkling/contract/rewards';
import type { StoreItem } from '@inkling/contract/store';
import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { CallResponse } from '../../lib/api.ts';
import { showUndo } from '../../lib/notify.ts';
import { paths } from '../../lib/paths.ts';
import { serverNow } from '../../lib/server-time.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CurrencyPicture } from '../rewards/currency-picture.tsx';
import { ItemPicture } from './item-picture.tsx';
import { useBuy, useUndoPurchase, useUseItem } from './store.api.ts';

/** An amount with its unit: '1 coin', '120 ink'. */
const amountOf = (currency: Currency, amount: number): string =>
  `${amount.toLocaleString('en')} ${amount === 1 ? currency.replace(/s$/, '') : currency}`;

/** An amount of a currency, with its picture. */
const Price = ({ currency, amount }: { currency: Currency; amount: number }) => (
  <span className="inline-flex items-center gap-1.5 font-semibold whitespace-nowrap tabular-nums">
    <CurrencyPicture of={currency} className="size-5 text-accent-text" />
    {amountOf(currency, amount)}
  </span>
);

interface Purchase {
  /** Chosen when the dialog opens: a repeated request buys once. */
  _id: string;
  item: StoreItem;
}

interface Props {
  items: readonly StoreItem[];
  /** What the reader has to spend; null for visitors and people who have switched rewards off, who cannot buy. */
  balance: CallResponse<'GET /store'>['balance'];
}

/** What can be bought. */
export function StoreItems({ items, balance }: Props) {
  const [purchase, setPurchase] = useState<Purchase | null>(null);
  /** Just bought: the purchases by item. */
  const [bought, setBought] = useState<ReadonlyMap<string, string>>(new Map());
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Items"
        className="grid grid-cols-[repeat(auto-fill,minmax(min(10.25rem,100%),1fr))] gap-3 outline-none sm:grid-cols-[repeat(auto-fill,minmax(15.5rem,1fr))] sm:gap-5"
      >
        {items.map((item) => (
          <li
            key={item._id}
            className="flex flex-col overflow-hidden rounded-xl border border-line bg-raised"
          >
            <ItemPicture item={item} className="aspect-8/5" />
            <div className="flex flex-1 flex-col gap-1 p-3 sm:p-4">
              <h3 className="font-serif text-xl">{item.name}</h3>
              <p className="flex-1 text-muted max-sm:text-sm">{item.description}</p>
              <div className="mt-3 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
                <Price {...item.price} />
                {item.isOwned && bought.has(item._id) ? (
                  <UseNow purchaseId={bought.get(item._id) ?? ''} item={item} />
                ) : item.isOwned ? (
                  <Link to={paths.inventory} className="link inline-flex min-h-11 items-center gap-1.5">
                    <Check aria-hidden="true" className="size-4.5" />
                    Yours<span className="sr-only">: {item.name}, in your inventory</span>
                  </Link>
                ) : (
                  balance !== null && (
                    <BuyButton
                      item={item}
                      has={balance[item.price.currency]}
                      onBuy={() => setPurchase({ _id: newId(serverNow()), item })}
                    />
                  )
                )}
              </div>
            </div>
          </li>
        ))}
      </ul>
      {purchase && (
        <BuyDialog
          {...purchase}
          returnTo={list}
          onBought={() => setBought(new Map([...bought, [purchase.item._id, purchase._id]]))}
          onClose={() => setPurchase(null)}
        />
      )}
    </>
  );
}

/** Opens the question, or says how much is missing. */
function BuyButton({
  item: { name, price },
  has,
  onBuy,
}: {
  item: StoreItem;
  has: number;
  onBuy: () => void;
}) {
  if (has < price.amount)
    return <p className="text-sm text-muted">{amountOf(price.currency, price.amount - has)} to go</p>;
  return (
    <Button onClick={onBuy}>
      Buy<span className="sr-only"> {name}</span>
    </Button>
  );
}

/** Puts in use what was just bought; then it says so in the same place, which keeps the focus. */
function UseNow({ purchaseId, item }: { purchaseId: string; item: StoreItem }) {
  const use = useUseItem();
  return (
    <Button
      busy={use.isPending}
      aria-disabled={use.isSuccess || use.isPending || undefined}
      onClick={use.isSuccess ? undefined : () => use.mutate({ params: { id: purchaseId } })}
    >
      {use.isSuccess ? 'In use' : 'Use it now'}
      <span className="sr-only">: {item.name}</span>
    </Button>
  );
}

interface BuyProps extends Purchase {
  onBought: () => void;
  returnTo: React.RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks before buying, buys, and offers to undo it. */
function BuyDialog({ _id, item, returnTo, onBought, onClose }: BuyProps) {
  const buy = useBuy();
  const undo = useUndoPurchase();
  const { currency, amount } = item.price;
  const confirm = () =>
    buy.mutate(
      { params: { id: item._id }, body: { _id } },
      {
        onSuccess: () => {
          showUndo(`“${item.name}” is yours.`, () => undo.mutate({ params: { id: _id } }));
          onBought();
          onClose();
        },
        onError: onClose,
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Buy “${item.name}” for ${amountOf(currency, amount)}?`}
      confirm="Buy"
      busy={buy.isPending}
      returnTo={returnTo}
      onConfirm={confirm}
    >
      <p>{item.description} You can undo this within ten minutes, unless you’ve used it.</p>
    </ConfirmDialog>
  );
}

/** What the reader has to spend. */
export const Balance = ({ of }: { of: NonNullable<CallResponse<'GET /store'>['balance']> }) => (
  <p className="flex flex-wrap gap-x-5 gap-y-1 rounded-lg bg-sunken px-4 py-2.5">
    <span className="text-muted">You have</span>
    {(['ink', 'coins', 'gems'] as const).map((currency) => (
      <Price key={currency} currency={currency} amount={of[currency]} />
    ))}
  </p>
);
