import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ApiError } from '../../../lib/api.ts';
import { localTime } from '../../../lib/moments.ts';
import { paths } from '../../../lib/paths.ts';
import { pageTitle } from '../../../lib/titles.ts';
import { Button } from '../../../ui/button.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { AnalyticsError } from '../analytics-error.tsx';
import { DayChooser } from '../day-chooser.tsx';
import { type Days, longDay } from '../days.ts';

type FiguresQuery<Figures> = Pick<
  UseQueryResult<{ data: Figures }>,
  'data' | 'error' | 'refetch' | 'isPlaceholderData'
>;

interface Props<Figures> {
  title: string;
  query: FiguresQuery<Figures>;
  /** What is said about a story or chapter of someone else, or that was deleted. */
  denied: string;
  children: (figures: Figures) => ReactNode;
}

/** The frame of a page of figures. While figures of other days are loaded, those before them stay, paler. */
export function FiguresPage<Figures>({ title, query, denied, children }: Props<Figures>) {
  const { data, isPlaceholderData } = query;
  return (
    <div className="max-w-6xl">
      <title>{pageTitle(title)}</title>
      <FiguresState query={query} denied={denied} />
      {data !== undefined && (
        <div aria-busy={isPlaceholderData || undefined} className="aria-busy:opacity-60">
          {children(data.data)}
        </div>
      )}
    </div>
  );
}

/** Shown while figures are loading, or if loading failed; nothing once they are loaded. */
function FiguresState({ query, denied }: Pick<Props<unknown>, 'query' | 'denied'>) {
  const { data, error, refetch } = query;
  const isDenied = error instanceof ApiError && (error.status === 404 || error.status === 403);
  if (error === null && data !== undefined) return null;
  return (
    <>
      {data === undefined && <h1 className="mb-4 font-serif text-3xl sm:text-4xl">Analytics</h1>}
      {error === null ? (
        <TextSkeleton lines={12} />
      ) : (
        <AnalyticsError
          error={error}
          message={isDenied ? denied : undefined}
          onRetry={isDenied ? undefined : () => void refetch()}
        />
      )}
    </>
  );
}

interface Save<Table> {
  isPending: boolean;
  variables: Table | undefined;
  mutate(table: Table): void;
}

/** The button of a section that downloads one of the page's tables. */
export const fileOf =
  <Table,>(save: Save<Table>) =>
  (table: Table) => ({
    busy: save.isPending && save.variables === table,
    save: () => save.mutate(table),
  });

interface HeadProps {
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
export function FiguresHead({ back, title, subtitle, sentence, figures, days }: HeadProps) {
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

interface SectionProps {
  id: string;
  title: string;
  /** What the section shows, for those whose plan lacks it. */
  about?: string;
  /** Whether it is part of a plan that the author does not have. */
  isLocked?: boolean;
  /** What has had fewer than five readers, so there are no figures yet. */
  tooFewOf?: 'story' | 'chapter' | undefined;
  file?: { busy: boolean; save: () => void } | undefined;
  children: ReactNode;
  /** What everyone has. */
  footer?: ReactNode;
}

/** A part of the page; in place of what belongs to a plan, what it would show and the way to the store. */
export function FigureSection({
  id,
  title,
  about,
  isLocked = false,
  tooFewOf,
  file,
  children,
  footer,
}: SectionProps) {
  return (
    <section aria-labelledby={id} className="border-t border-line pt-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="font-serif text-2xl">
          {title}
        </h2>
        {file !== undefined && !isLocked && tooFewOf === undefined && (
          <Button busy={file.busy} onClick={file.save} className="print:hidden">
            Download as CSV
            <span className="sr-only">{`(${title})`}</span>
          </Button>
        )}
      </div>
      {isLocked ? (
        <p className="max-w-prose text-muted">
          {about} It’s part of Pro and Premium.{' '}
          <Link to={{ pathname: paths.store, hash: 'subscriptions' }} className="link">
            See plans
            <span className="sr-only">{` for ${title.toLowerCase()}`}</span>
          </Link>
        </p>
      ) : tooFewOf === undefined ? (
        children
      ) : (
        <p className="text-muted">{`Figures appear once five people have read the ${tooFewOf}.`}</p>
      )}
      {footer}
    </section>
  );
}
