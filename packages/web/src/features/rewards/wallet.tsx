import type { LedgerEntry, Wallet } from '@inkling/contract/rewards';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { QueryState } from '../../lib/query-state.tsx';
import { useToday } from '../../lib/today.ts';
import { Button } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { dayLabel } from '../library/history-days.ts';
import { type Counted, CurrencyPicture } from './currency-picture.tsx';
import { useExportLedger, walletQuery } from './rewards.api.ts';

const names: Record<Counted, string> = {
  ink: 'Ink',
  coins: 'Coins',
  gems: 'Gems',
  pages: 'Chapters finished',
  bookmarks: 'Stories saved',
};
const counted: readonly Counted[] = ['ink', 'coins', 'gems', 'pages', 'bookmarks'];

/** The page of the ledger, which the address names. */
const pageOf = (search: URLSearchParams): number => Math.max(1, Number(search.get('page')) || 1);

/** The reader's balances, and where they come from: the ledger itself. */
export function WalletSection() {
  const [search, setSearch] = useSearchParams();
  const query = useQuery({ ...walletQuery(pageOf(search)), placeholderData: keepPreviousData });
  const turn = (page: number) =>
    setSearch(page === 1 ? {} : { page: String(page) }, { preventScrollReset: true });
  return (
    <section aria-labelledby="wallet">
      <h2 id="wallet" className="mb-4 font-serif text-2xl">
        Wallet
      </h2>
      {query.data === undefined ? (
        <QueryState
          query={query}
          fallback="Failed to fetch your wallet"
          pending={<div className="h-96 animate-pulse rounded-xl bg-sunken" />}
        />
      ) : (
        <>
          <Balances wallet={query.data.data} />
          <Ledger wallet={query.data.data} onPage={turn} />
        </>
      )}
    </section>
  );
}

function Balances({ wallet }: { wallet: Wallet }) {
  return (
    <dl className="grid grid-cols-6 gap-2 sm:grid-cols-5 sm:gap-3">
      {counted.map((one) => (
        <div
          key={one}
          className="col-span-2 flex flex-col-reverse justify-end gap-1 rounded-lg border border-line bg-raised p-3 nth-[n+4]:col-span-3 sm:col-span-1!"
        >
          <dt className="text-sm text-muted">{names[one]}</dt>
          <dd className="flex items-center gap-2 font-serif text-2xl font-semibold tabular-nums">
            <CurrencyPicture of={one} className="size-6 text-accent-text" />
            {wallet[one].toLocaleString('en')}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Ledger({ wallet, onPage }: { wallet: Wallet; onPage: (page: number) => void }) {
  const { entries, pagination } = wallet;
  const save = useExportLedger();
  const today = useToday();
  if (pagination.total === 0)
    return (
      <p className="mt-6 text-muted">
        Nothing yet. Finish a chapter, or claim your daily reward, and you’ll see here what it brought.
      </p>
    );
  return (
    <>
      <div className="mt-8 mb-2 flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-serif text-xl">Where it came from</h3>
        <Button busy={save.isPending} onClick={() => save.mutate(undefined)}>
          Download as CSV
        </Button>
      </div>
      <section aria-label="Earned and spent">
        {[...Map.groupBy(entries, ({ day }) => day)].map(([day, ofDay]) => (
          <div key={day} className="mb-5">
            <h4 id={`ledger-${day}`} className="border-b border-line pb-1 font-semibold">
              {dayLabel(day, today)}
            </h4>
            <ul aria-labelledby={`ledger-${day}`} className="divide-y divide-line">
              {ofDay.map((entry) => (
                <Entry key={entry._id} entry={entry} />
              ))}
            </ul>
          </div>
        ))}
      </section>
      <Pager page={pagination.page} totalPages={pagination.totalPages} onChange={onPage} />
    </>
  );
}

function Entry({ entry: { reason, amount, currency } }: { entry: LedgerEntry }) {
  const sign = amount > 0 ? '+' : amount < 0 ? '−' : '';
  return (
    <li className="flex items-baseline justify-between gap-4 py-2.5">
      <p className="min-w-0">{reason}</p>
      <p className={`shrink-0 tabular-nums ${amount > 0 ? 'font-semibold' : 'text-muted'}`}>
        {sign}
        {Math.abs(amount).toLocaleString('en')} {currency}
      </p>
    </li>
  );
}
