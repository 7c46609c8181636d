/** A chapter and its volume; null is before the first volume. */
export interface PlacedChapter {
  id: string;
  volume: string | null;
}

/**
 * The order of a story's volumes and chapters. In order of the chapters, the volumes' order never falls, so each volume
 * is a run of consecutive chapters (docs/product/volumes.md#order). The functions below return a new arrangement.
 */
export interface Arrangement {
  volumes: readonly string[];
  chapters: readonly PlacedChapter[];
}

/** Where chapters are moved to; see `chapterPlace` in the contract. */
export interface Place {
  position?: number | undefined;
  volume?: string | null | undefined;
}

/** The place of a volume among the volumes, from 1; 0 is before the first. */
const rankOf = (volumes: readonly string[], volume: string | null | undefined): number =>
  volume == null ? 0 : volumes.indexOf(volume) + 1;

export const isConsistent = ({ volumes, chapters }: Arrangement): boolean =>
  chapters.every(({ volume }, index) => {
    if (volume !== null && !volumes.includes(volume)) return false;
    const before = chapters[index - 1];
    return before === undefined || rankOf(volumes, before.volume) <= rankOf(volumes, volume);
  });

/** Sorts chapters by volume and, within each, as before. */
const sorted = (volumes: readonly string[], chapters: readonly PlacedChapter[]): PlacedChapter[] => {
  const ranks = new Map<string | null, number>([
    [null, 0],
    ...volumes.map((id, at) => [id, at + 1] as const),
  ]);
  const rank = ({ volume }: PlacedChapter) => ranks.get(volume) ?? 0;
  return chapters.toSorted((a, b) => rank(a) - rank(b));
};

/**
 * Moves chapters to a place, where they stay in their present order. Null if the volume is unknown, or if the position
 * is outside of it.
 */
export function moveChapters(
  { volumes, chapters }: Arrangement,
  ids: ReadonlySet<string>,
  { position, volume }: Place,
): Arrangement | null {
  if (volume != null && !volumes.includes(volume)) return null;
  const moved = chapters.filter(({ id }) => ids.has(id));
  const rest = chapters.filter(({ id }) => !ids.has(id));
  const wanted = rankOf(volumes, volume);
  const endOfVolume = rest.filter((chapter) => rankOf(volumes, chapter.volume) <= wanted).length;
  const at = position === undefined ? endOfVolume : Math.min(position - 1, rest.length);
  const before = rest[at - 1]?.volume ?? null;
  const lowest = rankOf(volumes, before);
  const following = rest[at];
  const highest = following === undefined ? volumes.length : rankOf(volumes, following.volume);
  const fits = (candidate: string | null): boolean => {
    const rank = rankOf(volumes, candidate);
    return lowest <= rank && rank <= highest;
  };
  if (volume !== undefined && !fits(volume)) return null;
  // Without a volume, one chapter stays in its own where it can.
  const [first] = moved;
  const own = moved.length === 1 && first !== undefined && fits(first.volume) ? first.volume : before;
  const target = volume === undefined ? own : volume;
  return {
    volumes,
    chapters: [...rest.slice(0, at), ...moved.map(({ id }) => ({ id, volume: target })), ...rest.slice(at)],
  };
}

/** Puts all chapters in this order; each volume keeps its number of chapters. */
export const reorderAll = ({ volumes, chapters }: Arrangement, order: readonly string[]): Arrangement => ({
  volumes,
  chapters: order.map((id, index) => ({ id, volume: chapters[index]?.volume ?? null })),
});

/**
 * Adds a volume that begins with a chapter and has those after it in the same volume; without a chapter, it is empty and
 * the last one.
 */
export function beginVolume(
  { volumes, chapters }: Arrangement,
  id: string,
  firstChapter?: string,
): Arrangement {
  const start = chapters.findIndex((chapter) => chapter.id === firstChapter);
  if (start === -1) return { volumes: [...volumes, id], chapters };
  const split = chapters[start]?.volume ?? null;
  return {
    volumes: volumes.toSpliced(rankOf(volumes, split), 0, id),
    chapters: chapters.map((chapter, index) =>
      index >= start && chapter.volume === split ? { id: chapter.id, volume: id } : chapter,
    ),
  };
}

/** Moves a volume with its chapters to another place among the volumes, from 1. */
export function moveVolume({ volumes, chapters }: Arrangement, id: string, order: number): Arrangement {
  const moved = volumes.filter((other) => other !== id).toSpliced(order - 1, 0, id);
  return { volumes: moved, chapters: sorted(moved, chapters) };
}

/** Removes a volume; its chapters join the one before it. */
export function removeVolume({ volumes, chapters }: Arrangement, id: string): Arrangement {
  const before = volumes[volumes.indexOf(id) - 1] ?? null;
  return {
    volumes: volumes.filter((other) => other !== id),
    chapters: chapters.map((chapter) =>
      chapter.volume === id ? { id: chapter.id, volume: before } : chapter,
    ),
  };
}

/** A chapter that returns: it stands before the chapter with this index, or at the end. */
export interface ReturningChapter extends PlacedChapter {
  before: number;
}

/**
 * Puts chapters back, which are sorted by their places. Each keeps its volume if that is still there and at its place,
 * and otherwise joins that of the chapter before it.
 */
export function putBack(
  { volumes, chapters }: Arrangement,
  returning: readonly ReturningChapter[],
): Arrangement {
  const ranks = new Map(volumes.map((id, at) => [id, at + 1]));
  const rank = (volume: string | null) => (volume === null ? 0 : (ranks.get(volume) ?? 0));
  const all: PlacedChapter[] = [];
  let kept = 0;
  for (const { id, volume, before } of returning) {
    for (; kept < before && kept < chapters.length; kept += 1) all.push(...chapters.slice(kept, kept + 1));
    const last = all.at(-1)?.volume ?? null;
    const following = chapters[kept];
    const highest = following === undefined ? volumes.length : rank(following.volume);
    const fits = rank(last) <= rank(volume) && rank(volume) <= highest;
    all.push({ id, volume: fits ? volume : last });
  }
  return { volumes, chapters: [...all, ...chapters.slice(kept)] };
}

/**
 * The first exclusive position after a change of the order: chapters stay open or exclusive, whatever their new positions.
 * Of those in `placed` (moved, new or restored), one among others becomes like them, and one at the border stays as it
 * was; `exclusive` has the restored ones that were exclusive (docs/product/exclusive-chapters.md#marking).
 */
export function exclusiveAfter(
  from: number,
  before: Arrangement,
  after: Arrangement,
  placed: ReadonlySet<string>,
  exclusive: readonly string[] = [],
): number {
  const marked = new Set([...before.chapters.slice(from - 1).map(({ id }) => id), ...exclusive]);
  const lastOpen = after.chapters.findLastIndex(({ id }) => !marked.has(id) && !placed.has(id));
  const first = after.chapters.findIndex(({ id }, at) => at > lastOpen && marked.has(id));
  // A mark may be ahead of the chapters that there are.
  return first === -1 ? after.chapters.length + Math.max(1, from - before.chapters.length) : first + 1;
}
