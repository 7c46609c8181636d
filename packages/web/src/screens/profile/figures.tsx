import type { MyProfile } from '@inkling/contract/profiles';
import { compactNumber } from '../../lib/format.ts';

interface Props {
  counters: MyProfile['counters'];
  currency: MyProfile['currency'];
  /** Whether rewards are switched off. */
  hidesInk: boolean;
}

/** Reading totals and collected currency. */
export function Figures({ counters, currency, hidesInk }: Props) {
  return (
    <div className="mt-6 grid gap-4 sm:grid-cols-2">
      <Panel
        title="So far"
        figures={[
          { name: 'Books', one: 'Book', value: counters.books },
          { name: 'Day Streak', value: counters.dayStreak },
          { name: 'Hours', one: 'Hour', value: counters.hours },
        ]}
      />
      <Panel
        title="Collected"
        figures={[
          { name: 'Words', one: 'Word', value: currency.words },
          { name: 'Bookmarks', one: 'Bookmark', value: currency.bookmarks },
          ...(hidesInk ? [] : [{ name: 'Ink', value: currency.ink }]),
        ]}
      />
    </div>
  );
}

interface Figure {
  name: string;
  /** The name of exactly one. */
  one?: string;
  value: number;
}

function Panel({ title, figures }: { title: string; figures: Figure[] }) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-raised px-2 py-4">
      <dl className="grid auto-cols-fr grid-flow-col divide-x divide-line text-center rtl:divide-x-reverse">
        {figures.map(({ name, one = name, value }) => (
          <div key={name} className="flex flex-col-reverse px-1">
            <dt className="text-sm text-muted">{value === 1 ? one : name}</dt>
            <dd className="font-serif text-2xl font-semibold tabular-nums" title={value.toLocaleString('en')}>
              {compactNumber(value)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
