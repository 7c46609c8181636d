import { type MatchingBudget, maxCompared, stepsOfComparison } from './matching-budget.ts';
import { type Features, featureReader, maxSimilarity, shareOfWhole, similarity } from './similarity.ts';

/**
 * The similarity from which one text counts as an edit of the other. Measured on five novels: fewer than one in a
 * thousand long paragraphs is this similar to a neighbour by chance. Short lines ("said he") more often are, so their
 * threshold is higher.
 */
const minSimilarity = { long: 0.4, short: 0.5, elsewhere: 0.6 };
const shortLine = 8;

/** Up to this many pairs are all compared; beyond, lines are searched only near their old position. */
const maxFullPairs = 400;
const searchRadius = 12;
const maxComparisons = 600_000;
/** Lines that were both moved and edited are searched only if at most this many lines are left. */
const maxLeftLines = 64;

interface Candidate {
  score: number;
  oldPosition: number;
  newPosition: number;
}

/** Pairs old lines with the new lines they became, the most similar first; no line is in two pairs. */
export function similarPairs(
  old: string[],
  lines: string[],
  where: 'in place' | 'anywhere',
  budget: MatchingBudget,
): [oldPosition: number, newPosition: number][] {
  if (old.length === 0 || lines.length === 0) return [];
  if (where === 'anywhere' && (old.length > maxLeftLines || lines.length > maxLeftLines)) return [];
  const candidates = where === 'anywhere' ? everyPair(old, lines, budget) : pairsInPlace(old, lines, budget);
  const found = candidates.sort(
    (a, b) => b.score - a.score || a.newPosition - b.newPosition || a.oldPosition - b.oldPosition,
  );
  const [oldTaken, newTaken] = [new Set<number>(), new Set<number>()];
  return found.flatMap(({ oldPosition, newPosition }): [number, number][] => {
    if (oldTaken.has(oldPosition) || newTaken.has(newPosition)) return [];
    oldTaken.add(oldPosition);
    newTaken.add(newPosition);
    return [[oldPosition, newPosition]];
  });
}

function everyPair(old: string[], lines: string[], budget: MatchingBudget): Candidate[] {
  const read = featureReader();
  const before = old.map(read);
  return lines.flatMap((line, newPosition) => {
    if (budget.compared >= maxCompared) return [];
    const now = read(line);
    return before.flatMap((then, oldPosition): Candidate[] => {
      budget.compared += stepsOfComparison;
      const score = maxSimilarity(then, now) < minSimilarity.elsewhere ? 0 : similarity(then, now, budget);
      return score >= minSimilarity.elsewhere ? [{ score, oldPosition, newPosition }] : [];
    });
  });
}

function pairsInPlace(old: string[], lines: string[], budget: MatchingBudget): Candidate[] {
  const read = featureReader();
  const before = new Map<number, Features>();
  const candidates: Candidate[] = [];
  for (const [newPosition, line] of lines.entries()) {
    const now = read(line);
    const spent = budget.compared >= maxCompared;
    for (const oldPosition of positionsNear(newPosition, old.length, lines.length, spent)) {
      const then = before.get(oldPosition) ?? read(old[oldPosition] ?? '');
      before.set(oldPosition, then);
      const score = scoreInPlace(then, now, budget);
      if (score > 0) candidates.push({ score, oldPosition, newPosition });
    }
  }
  return candidates;
}

/**
 * The old positions that a new line is compared with: all if there are few, else those near it, counted from either
 * end; once the budget is spent, only those two positions.
 */
function positionsNear(
  newPosition: number,
  oldCount: number,
  newCount: number,
  spent: boolean,
): Iterable<number> {
  if (!spent && oldCount * newCount <= maxFullPairs) return Array(oldCount).keys();
  const radius = spent ? 0 : Math.max(1, Math.min(searchRadius, Math.floor(maxComparisons / newCount / 4)));
  const near = new Set<number>();
  for (const middle of [newPosition, newPosition + oldCount - newCount]) {
    const last = Math.min(oldCount - 1, middle + radius);
    for (let position = Math.max(0, middle - radius); position <= last; position += 1) near.add(position);
  }
  return near;
}

/** The similarity of a line to the old line at that position, 0 when it is not an edit or a part of it. */
function scoreInPlace(then: Features, now: Features, budget: MatchingBudget): number {
  budget.compared += stepsOfComparison;
  const enough = Math.min(then.words, now.words) < shortLine ? minSimilarity.short : minSimilarity.long;
  const score = maxSimilarity(then, now) < enough ? 0 : similarity(then, now, budget);
  if (score >= enough) return score;
  const share = shareOfWhole(then, now, budget);
  return share > 0 ? minSimilarity.long * share : 0;
}
