import { type HighlightColor, highlightColors } from './colors.ts';
import { segmentsOf } from './segments.ts';
import { rangeOf, type TextMap } from './text-map.ts';

/** What is drawn on a text; offsets are those of its content. */
export interface Mark {
  from: number;
  to: number;
  kind: 'highlight' | 'bookmark';
  color: HighlightColor;
  /** Whether it could not be saved. */
  isFailed: boolean;
}

/** The names in `::highlight(…)` (colors.ts, styles/highlights.css), the ones in front last. */
const layerNames = [
  ...highlightColors.map((color) => `highlight-${color}` as const),
  ...highlightColors.map((color) => `overlap-${color}` as const),
  'overlap-more',
  'passage-bookmark',
  'unsaved-annotation',
] as const;
type LayerName = (typeof layerNames)[number];

interface Stretch {
  from: number;
  to: number;
}
type Layers = Map<LayerName, Stretch[]>;

/**
 * Which stretches of the text each style is for. Where highlights overlap, the later one gives the background and the one
 * below it a line; more than two have another line on top.
 */
export function layersOf(marks: readonly Mark[]): Layers {
  const layers: Layers = new Map();
  const add = (name: LayerName, { from, to }: Stretch) => {
    const list = layers.get(name);
    const last = list?.at(-1);
    if (last?.to === from) last.to = to;
    else if (list === undefined) layers.set(name, [{ from, to }]);
    else list.push({ from, to });
  };
  const highlights = marks.filter(({ kind }) => kind === 'highlight');
  for (const { from, to, colors } of segmentsOf(highlights.map((mark, rank) => ({ ...mark, rank })))) {
    const [front, below, ...more] = colors;
    if (front !== undefined) add(`highlight-${front}`, { from, to });
    if (below !== undefined) add(`overlap-${below}`, { from, to });
    if (more.length > 0) add('overlap-more', { from, to });
  }
  for (const mark of marks) {
    if (mark.kind === 'bookmark') add('passage-bookmark', mark);
    if (mark.isFailed) add('unsaved-annotation', mark);
  }
  return layers;
}

/** Draws annotations on a text; returns what removes them. The later of two overlapping highlights is in front. */
export function paint(map: TextMap, marks: readonly Mark[]): () => void {
  // Browsers from before 2025.
  if (!('highlights' in CSS)) return () => undefined;
  const layers = layersOf(marks);
  for (const [priority, name] of layerNames.entries()) {
    const ranges = (layers.get(name) ?? []).flatMap(({ from, to }) => rangeOf(map, from, to) ?? []);
    if (ranges.length === 0) {
      CSS.highlights.delete(name);
      continue;
    }
    const highlight = new Highlight(...ranges);
    highlight.priority = priority;
    CSS.highlights.set(name, highlight);
  }
  return () => {
    for (const name of layerNames) CSS.highlights.delete(name);
  };
}
