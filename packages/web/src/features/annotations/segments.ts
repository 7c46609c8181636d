import type { HighlightColor } from './colors.ts';

/** A highlight's place in the content, in UTF-16 units; `rank` decides which of two that overlap is in front. */
export interface Stretch {
  from: number;
  to: number;
  color: HighlightColor;
  /** Larger is in front. */
  rank: number;
}

/** A part of the text that the same highlights cover; `colors` from the front to the back. */
export interface Segment {
  from: number;
  to: number;
  colors: HighlightColor[];
}

/** Cuts overlapping highlights into parts that do not overlap, in the order of the text. Takes n log n time for few overlaps. */
export function segmentsOf(stretches: readonly Stretch[]): Segment[] {
  const waiting = stretches.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from);
  const borders = [...new Set(waiting.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const segments: Segment[] = [];
  let open: Stretch[] = [];
  let next = 0;
  for (const [index, from] of borders.entries()) {
    open = open.filter(({ to }) => to > from);
    for (; waiting[next]?.from === from; next += 1) open.push(waiting[next] as Stretch);
    const to = borders[index + 1];
    if (to === undefined || open.length === 0) continue;
    const colors = open.toSorted((a, b) => b.rank - a.rank).map(({ color }) => color);
    segments.push({ from, to, colors });
  }
  return segments;
}
