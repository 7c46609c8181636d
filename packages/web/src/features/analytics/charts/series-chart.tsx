import { type ComponentProps, useId } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { type Plotted, plainNumber } from './chart.ts';
import { PlainTable } from './plain-table.tsx';
import type { Plot as Drawing } from './plot.tsx';

// Without the condition, the pages that the server renders would contain the library too.
const Plot = lazyComponent<ComponentProps<typeof Drawing>>(async () =>
  import.meta.env.SSR ? () => null : (await import('./plot.tsx')).Plot,
);

interface Props extends Plotted {
  title: string;
  /** What the figure says, in a sentence; screen readers hear it in place of the drawing. */
  sentence: string;
  /** How the figure is made. */
  note: string;
  /** The heading of the points in the table, such as 'Day'. */
  pointName: string;
}

/** A figure with its sentence, what its colors mean, and a table of its values. Its height is reserved. */
export function SeriesChart({ title, sentence, note, pointName, ...plotted }: Props) {
  const id = useId();
  const { series, points, columns = [], marks = [], format = plainNumber } = plotted;
  return (
    <figure aria-labelledby={id} className="min-w-0 break-inside-avoid">
      <h3 id={id} className="font-serif text-xl">
        {title}
      </h3>
      <p className="mt-1 mb-3">{sentence}</p>
      <div className="h-64 print:h-56">
        <Plot {...plotted} name={title} />
      </div>
      {series.length > 1 && (
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {series.map(({ name, color }) => (
            <li key={name} className="flex items-center gap-2">
              <span
                aria-hidden="true"
                className="size-3 rounded-sm print:[print-color-adjust:exact]"
                style={{ background: `var(--${color})` }}
              />
              {name}
            </li>
          ))}
        </ul>
      )}
      {marks.length > 0 && (
        <ul className="mt-2 text-sm text-muted">
          {marks.map(({ at, text }) => (
            <li key={`${at} ${text}`}>{`◆ ${points[at]?.label ?? ''}: ${text}`}</li>
          ))}
        </ul>
      )}
      <figcaption className="mt-2 text-sm text-muted">{note}</figcaption>
      <details className="mt-1 text-sm">
        <summary className="print:hidden inline-flex min-h-11 cursor-pointer items-center text-muted underline underline-offset-4 hover:text-text">
          {`Show as a table: ${title.toLowerCase()}`}
        </summary>
        <PlainTable
          label={`${title}, as a table`}
          columns={[pointName, ...series.map(({ name }) => name), ...columns]}
          rows={points.map(({ label, values }) => ({
            key: label,
            cells: [label, ...values.map((value) => (value === null ? '–' : format(value)))],
          }))}
        />
      </details>
    </figure>
  );
}
