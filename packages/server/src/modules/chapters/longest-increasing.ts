/** The longest subsequence of pairs that increases on both sides, sorted by the second number. */
export function longestIncreasing(pairs: [number, number][]): [number, number][] {
  const sorted = pairs.toSorted((a, b) => a[1] - b[1]);
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [index, [oldIndex]] of sorted.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[tails[middle] ?? 0]?.[0] ?? 0) < oldIndex) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = index;
  }
  const subsequence: [number, number][] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = sorted[index];
    if (pair) subsequence.push(pair);
  }
  return subsequence.reverse();
}
