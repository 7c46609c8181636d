/** The longest series of pairs that rises on both sides; pairs come in the order of their new places. */
export function longestIncreasing(pairs: [number, number][]): [number, number][] {
  const sorted = pairs.toSorted((a, b) => a[1] - b[1]);
  const tails: number[] = [];
  const before: number[] = [];
  for (const [index, [oldIndex]] of sorted.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[tails[middle] ?? 0]?.[0] ?? 0) < oldIndex) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = index;
  }
  const series: [number, number][] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = sorted[index];
    if (pair) series.push(pair);
  }
  return series.reverse();
}
