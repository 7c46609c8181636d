import type { Volume } from '@inkling/contract/volumes';

/** One chapter moved from a number to another, or to another volume; null is before the first volume. */
export interface Move {
  chapter: string;
  from: number;
  to: number;
  volume: string | null;
}

/** Consecutive chapters of one volume, or of none; an empty volume has none, and `last` is below `first`. */
interface Section {
  volume: string | null;
  first: number;
  last: number;
}

/** The parts of a list: the chapters before the first volume, then each volume. */
function sectionsOf(volumes: readonly Volume[], total: number): Section[] {
  const inVolumes = volumes.reduce((sum, { chapterCount }) => sum + chapterCount, 0);
  const sections: Section[] = [{ volume: null, first: 1, last: total - inVolumes }];
  for (const { _id, chapterCount } of volumes) {
    const first = (sections.at(-1)?.last ?? 0) + 1;
    sections.push({ volume: _id, first, last: first + chapterCount - 1 });
  }
  return sections;
}

const sectionAt = (sections: Section[], number: number): number =>
  sections.findIndex(({ first, last }) => first <= number && number <= last);

/** The volume of the chapter with this number. */
const volumeAt = (volumes: readonly Volume[], total: number, number: number): string | null => {
  const sections = sectionsOf(volumes, total);
  return sections[sectionAt(sections, number)]?.volume ?? null;
};

/**
 * One step up (-1) or down (1): past the next chapter, or, at the edge of a volume, into the neighboring volume without
 * a new number. Null at the end of the list.
 */
export function stepOf(
  volumes: readonly Volume[],
  total: number,
  { chapter, number, by }: { chapter: string; number: number; by: -1 | 1 },
): Move | null {
  const sections = sectionsOf(volumes, total);
  const at = sectionAt(sections, number);
  const section = sections[at];
  if (section === undefined) return null;
  const edge = by === -1 ? section.first : section.last;
  if (number !== edge) return { chapter, from: number, to: number + by, volume: section.volume };
  const neighbour = sections[at + by];
  return neighbour === undefined ? null : { chapter, from: number, to: number, volume: neighbour.volume };
}

/** A drop above or below the chapter with the number `target`, into its volume. */
export function dropOf(
  volumes: readonly Volume[],
  total: number,
  drop: { chapter: string; from: number; target: number; edge: 'above' | 'below' },
): Move {
  const { chapter, from, target, edge } = drop;
  const place = edge === 'above' ? target : target + 1;
  return {
    chapter,
    from,
    to: from < place ? place - 1 : place,
    volume: volumeAt(volumes, total, target),
  };
}

/** The number that the chapter at `number` had before these moves. */
export const numberBefore = (moves: readonly Move[], number: number): number =>
  moves.reduceRight((now, { from, to }) => {
    if (now === to) return from;
    if (from < to) return from <= now && now < to ? now + 1 : now;
    return to < now && now <= from ? now - 1 : now;
  }, number);

/** The volumes after these moves. */
export function volumesAfter(
  volumes: readonly Volume[],
  total: number,
  moves: readonly Move[],
): readonly Volume[] {
  return moves.reduce((before, { from, volume }) => {
    const left = volumeAt(before, total, from);
    const counted = before.map((each) => ({
      ...each,
      chapterCount: each.chapterCount + (each._id === volume ? 1 : 0) - (each._id === left ? 1 : 0),
    }));
    const sections = sectionsOf(counted, total);
    return counted.map((each, index) => ({
      ...each,
      firstChapter: each.chapterCount === 0 ? null : (sections[index + 1]?.first ?? null),
    }));
  }, volumes);
}
