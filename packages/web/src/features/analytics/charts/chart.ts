/** What a figure shows; `plot.tsx` draws it with Recharts, `series-chart.tsx` adds its sentence and table. */
export interface Series {
  name: string;
  color: 'accent' | 'ribbon' | 'laurel' | 'muted';
}

interface Point {
  /** In the table and beside the pointer, such as 'March 29, 2026'. */
  label: string;
  /** Below the figure, such as 'Mar 29'. */
  short: string;
  /** Of each series and then each further column, in their order; null where nothing is known. */
  values: (number | null)[];
}

/** What happened at a point, such as a release. */
export interface Mark {
  /** The index of the point. */
  at: number;
  text: string;
}

export interface Plotted {
  kind: 'bar' | 'line';
  series: Series[];
  points: Point[];
  /** Further values that are in the table alone. */
  columns?: string[];
  /** Bars of a point stand on one another. */
  isStacked?: boolean;
  marks?: Mark[];
  /** How a value is written; by default with separators. */
  format?: (value: number) => string;
}

/** 12,345. */
export const plainNumber = (value: number): string => value.toLocaleString('en');
