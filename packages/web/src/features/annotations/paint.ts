import { linesOf } from '../chapters/reader/passage-range.ts';
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

/** The names in `::highlight(…)` (styles/highlights.css), the ones in front last. */
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

/** Whether the browser can style parts of a text without elements around them. */
const canHighlight = (): boolean => 'highlights' in CSS && typeof Highlight === 'function';

function paintHighlights(map: TextMap, layers: Layers): () => void {
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

/** For browsers without the API: lines below the text, which keep its own contrast. */
function paintBoxes(map: TextMap, layers: Layers): () => void {
  const box = document.createElement('div');
  box.ariaHidden = 'true';
  box.className = 'annotation-boxes';
  document.body.append(box);
  const draw = () => {
    box.replaceChildren();
    for (const [name, stretches] of layers) {
      for (const { from, to } of stretches) {
        const range = rangeOf(map, from, to);
        for (const line of range === null ? [] : linesOf(range)) {
          const mark = document.createElement('div');
          mark.dataset.layer = name;
          mark.style.left = `${line.left + window.scrollX}px`;
          mark.style.top = `${line.bottom + window.scrollY}px`;
          mark.style.width = `${line.right - line.left}px`;
          box.append(mark);
        }
      }
    }
  };
  const observer = new ResizeObserver(draw);
  observer.observe(map.element);
  observer.observe(document.body);
  return () => {
    observer.disconnect();
    box.remove();
  };
}

/** Draws annotations on a text; returns what removes them. The later of two overlapping highlights is in front. */
export function paint(map: TextMap, marks: readonly Mark[]): () => void {
  const layers = layersOf(marks);
  return canHighlight() ? paintHighlights(map, layers) : paintBoxes(map, layers);
}
