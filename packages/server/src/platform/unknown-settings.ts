import { secretSettings, settings } from './config.ts';

const prefix = 'INKLING_';
/** Read by `npm run dev`; not a setting for operators. */
const internalNames = new Set(['INKLING_DEV']);
const names = Object.keys(settings.shape);
const fileNames = secretSettings.map((name) => `${name}_FILE`);

/** Edit distance: letters to add, drop, change or swap with their neighbour to turn `a` into `b`. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = next;
  }
  return last[b.length] ?? 0;
}

/** Short names allow one edit only, because similar names may mean something else: HOME is two letters from HOST. */
const isNear = (given: string, name: string): boolean => distance(given, name) <= (name.length > 5 ? 2 : 1);

function closestSetting(given: string): string | undefined {
  const bare = given.toUpperCase().replace(prefix, '');
  const candidates = [...names, ...fileNames];
  return (
    candidates.find((name) => name === bare || bare === `${name}_FILE`) ??
    candidates.find((name) => isNear(bare, name))
  );
}

/** A warning for each variable that looks like a misspelt setting. Values are never shown. */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  const known = new Set([...names, ...fileNames, ...internalNames]);
  return Object.keys(env).flatMap((given) => {
    if (known.has(given)) return [];
    const likely = closestSetting(given);
    if (likely !== undefined) return [`${given} is not an Inkling setting. Did you mean ${likely}?`];
    return given.startsWith(prefix)
      ? [`${given} is not an Inkling setting. See docs/operating.md for every setting.`]
      : [];
  });
}
