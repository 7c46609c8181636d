import { plainOf } from '../lines.ts';
import type { Block } from './blocks.ts';

/** A paragraph's surroundings; spaces are in em. */
export interface Place {
  /** The number of the element that it is in. */
  flow: number;
  top: number;
  bottom: number;
  /** Neither centered nor indented, as quotations and signatures are. */
  isPlain: boolean;
}

/** Measures the space above the lines of a text file, in the order of its elements. */
export function measureGaps() {
  let blanks = 0;
  let last: Place | null = null;
  return {
    blanks: () => blanks,
    addBlank: () => {
      blanks += 1;
    },
    /**
     * The empty lines above a block, and all space between it and the paragraph above it: -1 unless both are ordinary
     * paragraphs of one element. `place` is null for what is not a paragraph.
     */
    above(place: Place | null, continued: boolean): { blanks: number; gap: number } {
      const found = blanks;
      const isBeside = place !== null && last !== null && last.flow === place.flow && !continued;
      const gap = isBeside && place.isPlain && last?.isPlain ? found + Math.max(last.bottom, place.top) : -1;
      blanks = 0;
      last = place;
      return { blanks: found, gap };
    },
  };
}

/** What is above all but this share of a book's paragraphs is the usual space. */
const usualShare = 0.8;
/** The additional space above the first paragraph of a scene, in em. */
const sceneSpace = 0.8;
/** Empty lines begin scenes if fewer than this share of the paragraphs have one above. */
const fewBlanks = 0.4;
/** A line with space above and below it is displayed, like an inscription, if it is shorter. */
const maxDisplayed = 100;

/**
 * The paragraphs that begin a scene: those with more space above them than the others have
 * (docs/product/imports.md#what-is-imported).
 */
export function scenesOf(blocks: readonly Block[]): ReadonlySet<Block> {
  const measured = blocks.filter(({ kind, verse, gap }) => kind === 'line' && !verse && gap >= 0);
  const gaps = measured.map(({ gap }) => gap).sort((a, b) => a - b);
  const usual = gaps[Math.floor(gaps.length * usualShare)] ?? Number.POSITIVE_INFINITY;
  const lines = blocks.filter(({ kind, verse }) => kind === 'line' && !verse);
  const hasFewBlanks = lines.filter(({ blanks }) => blanks > 0).length < lines.length * fewBlanks;
  const isWide = (block: Block | undefined) =>
    block?.kind === 'line' &&
    !block.verse &&
    block.gap >= 0 &&
    (block.gap >= usual + sceneSpace || (hasFewBlanks && block.blanks > 0));
  const scenes = new Set<Block>();
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at];
    if (block === undefined || !isWide(block)) continue;
    if (isWide(blocks[at + 1]) && plainOf(block.runs).length < maxDisplayed) at += 1;
    else scenes.add(block);
  }
  return scenes;
}
