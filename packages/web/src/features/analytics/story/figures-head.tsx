import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { localTime } from '../../../lib/moments.ts';
import { DayChooser } from '../day-chooser.tsx';
import { type Days, longDay } from '../days.ts';

interface Props {
  /** Where the link above the title leads. */
  back: { to: string; name: string };
  title: string;
  subtitle: ReactNode;
  sentence: string;
  figures: { asOf: string; from: string; to: string };
  /** The days of the address. */
  days: Days;
}

/** The top of a page of figures: what it is about, what it says, and which days it shows. */
export function FiguresHead({ back, title, subtitle, sentence, figures, days }: Props) {
  const [, setSearch] = useSearchParams();
  return (
    <header className="space-y-4">
      <Link
        to={back.to}
        className="inline-flex min-h-11 items-center gap-2 text-muted hover:text-text print:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-5 rtl:rotate-180" />
        {back.name}
      </Link>
      <div>
        <p className="text-muted">{subtitle}</p>
        <h1 className="font-serif text-3xl break-words sm:text-4xl" dir="auto">
          {title}
        </h1>
      </div>
      <p className="max-w-prose font-serif text-xl">{sentence}</p>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <DayChooser
          days={days}
          shown={{ from: figures.from, to: figures.to }}
          onChange={(chosen) => setSearch({ ...chosen }, { preventScrollReset: true })}
        />
        <p className="text-sm text-muted">
          {`${longDay(figures.from)} to ${longDay(figures.to)}. Days follow your time zone. As of `}
          <time dateTime={figures.asOf}>{localTime(figures.asOf)}</time>.
        </p>
      </div>
    </header>
  );
}
