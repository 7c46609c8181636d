/**
 * The number of letters that were left out, added, replaced or swapped with their neighbour to make one word of the
 * other (optimal string alignment). Words are short, so that the quadratic time is small.
 */
export function editDistance(from: string, to: string): number {
  const [a, b] = [[...from], [...to]];
  let beforeLast: number[] = [];
  let last = b.map((_, index) => index).concat(b.length);
  for (const [row, letter] of a.entries()) {
    const current = [row + 1];
    for (const [column, other] of b.entries()) {
      const replaced = (last[column] ?? 0) + (letter === other ? 0 : 1);
      let best = Math.min(replaced, (last[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1);
      if (row > 0 && column > 0 && letter === b[column - 1] && a[row - 1] === other)
        best = Math.min(best, (beforeLast[column - 1] ?? 0) + 1);
      current.push(best);
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? 0;
}
