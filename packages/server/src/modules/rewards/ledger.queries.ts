import type { Currency } from '@inkling/contract/rewards';
import type { CountedTable } from '../../platform/db/counted-table.ts';
import { allRows, type Db, execute, firstRow, sql } from '../../platform/db/db.ts';

/** Something that is paid once; `source` names what for, such as `quest:<id>`. */
export interface Payment {
  currency: Currency;
  amount: number;
  /** A sentence in plain text. */
  reason: string;
  source: string;
}

export type Balance = Record<Currency, number>;

/** A payment to a person. */
export interface PersonalPayment extends Payment {
  userId: string;
  at: Date;
}

/**
 * Pays what was not paid before: entries of the same source and currency are skipped, also in concurrent transactions.
 * Returns those that were added (docs/product/rewards.md#ledger).
 */
export const pay = (tx: Db, userId: string, payments: readonly Payment[], now: Date) =>
  payAll(
    tx,
    payments.map((payment) => ({ ...payment, userId, at: now })),
  );

/** The same for several people. */
export const payAll = (tx: Db, payments: readonly PersonalPayment[]) =>
  allRows<Pick<Payment, 'currency' | 'amount' | 'source'>>(tx)`
    with added as (
      insert into ledger_entries (user_id, currency, amount, reason, source, created_at)
      select p."userId", p.currency, p.amount, p.reason, p.source, p.at
      from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb)
        as p ("userId" uuid, currency text, amount integer, reason text, source text, at timestamptz)
      order by p."userId", p.source, p.currency
      on conflict (user_id, source, currency) do nothing returning user_id, currency, amount, source),
    changed as (
      insert into balances as b (user_id, currency, amount)
      select user_id, currency, sum(amount) from added group by 1, 2 order by 1, 2
      on conflict (user_id, currency) do update set amount = b.amount + excluded.amount)
    select currency, amount, source from added`;

/** Spends an amount once for a source; false if the balance is smaller. The caller makes sure that the source is new. */
export const spend = async (
  tx: Db,
  userId: string,
  { currency, amount, reason, source }: Payment,
  now: Date,
): Promise<boolean> => {
  const row = await firstRow(tx)`
    with spent as (
      update balances set amount = amount - ${amount}
      where user_id = ${userId} and currency = ${currency} and amount >= ${amount} returning user_id)
    insert into ledger_entries (user_id, currency, amount, reason, source, created_at)
    select user_id, ${currency}, ${-amount}::integer, ${reason}, ${source}, ${now} from spent returning id`;
  return row !== undefined;
};

/**
 * Takes back what a source has paid, at most what is left, or pays it again: so that its entries add up to `amount`, or
 * to more if the balance is too small. Each correction is an entry of its own, `<source>#1`, `<source>#2` …, also if nothing
 * was left. At most what the last entry paid is taken, so nothing is taken twice. What was never paid stays so.
 */
export const correct = async (
  tx: Db,
  userId: string,
  { currency, amount, reason, source }: Payment,
  now: Date,
): Promise<void> => {
  // A statement of its own, so that the next one sees what was paid while this one waited for the lock.
  await execute(tx)`
    select from balances where user_id = ${userId} and currency = ${currency} for no key update`;
  await execute(tx)`
    with paid as (
      select count(*) as entries, sum(amount) as total,
        (array_agg(amount order by length(source) desc, source desc))[1] as last
      from ledger_entries
      where user_id = ${userId} and currency = ${currency}
        and (source = ${source} or starts_with(source, ${source}::text || '#'))),
    changed as (
      update balances b set amount = b.amount + greatest(${amount}::integer - p.total, -b.amount, -greatest(p.last, 0))
      from paid p
      where b.user_id = ${userId} and b.currency = ${currency} and p.entries > 0
        and (p.total < ${amount} or (p.total > ${amount} and p.last > 0))
      returning new.amount - old.amount as by, p.entries)
    insert into ledger_entries (user_id, currency, amount, reason, source, created_at)
    select ${userId}, ${currency}, by, ${reason}, ${source}::text || '#' || entries, ${now} from changed`;
};

export const findBalance = async (db: Db, userId: string): Promise<Balance> => {
  const rows = await allRows<{ currency: Currency; amount: number }>(db)`
    select currency, amount from balances where user_id = ${userId}`;
  return { ink: 0, coins: 0, gems: 0, ...Object.fromEntries(rows.map((row) => [row.currency, row.amount])) };
};

/** Balances are the sums of the ledger (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'balances',
    key: { user_id: 'uuid', currency: 'text' },
    counted: [
      {
        columns: ['amount'],
        is: sql`select sum(e.amount) from ledger_entries e where e.user_id = t.user_id and e.currency = t.currency`,
      },
    ],
    rows: { key: ['user_id', 'currency'], from: sql`ledger_entries` },
  },
];
