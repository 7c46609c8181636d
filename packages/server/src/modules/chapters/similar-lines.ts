import { type MatchingBudget, maxCompared, stepsOfComparison } from './matching-work.ts';
import { type Features, featureReader, maxSimilarity, shareOfWhole, similarity } from './similarity.ts';

/**
 * How alike two texts must be for one to be an edit of the other. Measured on five novels: of paragraphs that
 * stand near each other, fewer than one in a thousand long ones is that like another by chance; short lines
 * ("said he") more often, so they must be more alike.
 */
const alikeEnough = { long: 0.4, short: 0.5, elsewhere: 0.6 };
const shortLine = 8;

/** So many lines are all compared with each other; beyond, lines are looked for near their old place alone. */
const comparedFreely = 400;
const reach = 12;
const maxComparisons = 600_000;
/** Lines that went elsewhere and were edited as well are looked for among so few alone. */
const fewLeft = 64;

interface Candidate {
  alike: number;
  oldPlace: number;
  newPlace: number;
}

/** Pairs each old line with the new one that it became, the likest first; no line stands in two pairs. */
export function similarPairs(
  old: string[],
  lines: string[],
  where: 'in place' | 'anywhere',
  work: MatchingBudget,
): [oldPlace: number, newPlace: number][] {
  if (old.length === 0 || lines.length === 0) return [];
  if (where === 'anywhere' && (old.length > fewLeft || lines.length > fewLeft)) return [];
  const candidates = where === 'anywhere' ? everyPair(old, lines, work) : pairsInPlace(old, lines, work);
  const found = candidates.sort(
    (a, b) => b.alike - a.alike || a.newPlace - b.newPlace || a.oldPlace - b.oldPlace,
  );
  const [oldTaken, newTaken] = [new Set<number>(), new Set<number>()];
  return found.flatMap(({ oldPlace, newPlace }): [number, number][] => {
    if (oldTaken.has(oldPlace) || newTaken.has(newPlace)) return [];
    oldTaken.add(oldPlace);
    newTaken.add(newPlace);
    return [[oldPlace, newPlace]];
  });
}

function everyPair(old: string[], lines: string[], work: MatchingBudget): Candidate[] {
  const read = featureReader();
  const before = old.map(read);
  return lines.flatMap((line, newPlace) => {
    if (work.compared >= maxCompared) return [];
    const now = read(line);
    return before.flatMap((then, oldPlace): Candidate[] => {
      work.compared += stepsOfComparison;
      const alike = maxSimilarity(then, now) < alikeEnough.elsewhere ? 0 : similarity(then, now, work);
      return alike >= alikeEnough.elsewhere ? [{ alike, oldPlace, newPlace }] : [];
    });
  });
}

function pairsInPlace(old: string[], lines: string[], work: MatchingBudget): Candidate[] {
  const read = featureReader();
  const before = new Map<number, Features>();
  const candidates: Candidate[] = [];
  for (const [newPlace, line] of lines.entries()) {
    const now = read(line);
    const spent = work.compared >= maxCompared;
    for (const oldPlace of placesNear(newPlace, old.length, lines.length, spent)) {
      const then = before.get(oldPlace) ?? read(old[oldPlace] ?? '');
      before.set(oldPlace, then);
      const alike = likenessInPlace(then, now, work);
      if (alike > 0) candidates.push({ alike, oldPlace, newPlace });
    }
  }
  return candidates;
}

/**
 * Old places that a new line is compared with: all of a few; of many those near it, counted from either end; once the
 * work is spent those two places alone.
 */
function placesNear(newPlace: number, oldCount: number, newCount: number, spent: boolean): Iterable<number> {
  if (!spent && oldCount * newCount <= comparedFreely) return Array(oldCount).keys();
  const far = spent ? 0 : Math.max(1, Math.min(reach, Math.floor(maxComparisons / newCount / 4)));
  const near = new Set<number>();
  for (const middle of [newPlace, newPlace + oldCount - newCount]) {
    const last = Math.min(oldCount - 1, middle + far);
    for (let place = Math.max(0, middle - far); place <= last; place += 1) near.add(place);
  }
  return near;
}

/** How alike a line is to the one that stood there, 0 when it is another; a part of it counts as an edit of it. */
function likenessInPlace(then: Features, now: Features, work: MatchingBudget): number {
  work.compared += stepsOfComparison;
  const enough = Math.min(then.words, now.words) < shortLine ? alikeEnough.short : alikeEnough.long;
  const alike = maxSimilarity(then, now) < enough ? 0 : similarity(then, now, work);
  if (alike >= enough) return alike;
  const share = shareOfWhole(then, now, work);
  return share > 0 ? alikeEnough.long * share : 0;
}
