import { ArrowDown, ArrowUp, Minus } from 'lucide-react';
import { compactNumber } from '../../lib/format.ts';
import { plainNumber } from './charts/chart.ts';

interface Props {
  name: string;
  /** Null where nothing is known. */
  value: number | null;
  /** How the value is written; by default shortened, with the full number as its tooltip. */
  format?: (value: number) => string;
  /** What the tooltip says instead of the full number. */
  full?: string;
  /** The change against the period before in percent; null without one. */
  trend?: number | null;
  /** How the figure is made. */
  note: string;
}

/** '+12.5%', '−3%', '0%'. */
const signed = (percent: number): string =>
  `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent).toLocaleString('en')}%`;

/** A figure with its trend and how it is made. */
export function FigureCard({ name, value, format = compactNumber, full, trend = null, note }: Props) {
  return (
    <div className="flex flex-col rounded-lg border border-line bg-raised p-4 break-inside-avoid">
      <dt className="text-muted">{name}</dt>
      <dd className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span
          className="font-serif text-3xl font-semibold tabular-nums"
          title={value === null ? undefined : (full ?? plainNumber(value))}
        >
          {value === null ? '-' : format(value)}
        </span>
        {trend !== null && <Trend percent={trend} />}
      </dd>
      <dd className="mt-2 text-sm text-muted">{note}</dd>
    </div>
  );
}

function Trend({ percent }: { percent: number }) {
  const Icon = percent > 0 ? ArrowUp : percent < 0 ? ArrowDown : Minus;
  return (
    <span
      className={`inline-flex items-center gap-1 rounded border border-line px-1.5 text-sm font-semibold tabular-nums ${percent > 0 ? 'text-success' : percent < 0 ? 'text-danger-text' : 'text-muted'}`}
      title="Change from the period before"
    >
      <Icon aria-hidden="true" className="size-4" />
      <span className="sr-only">Change from the period before: </span>
      {signed(percent)}
    </span>
  );
}
