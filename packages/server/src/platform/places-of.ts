/** Up to this length, the engine's own search takes little time even for the worst text. */
const maxNative = 32;

/** For each character of a pattern, the length of the longest beginning of the pattern that ends there, except all of it. */
function bordersOf(pattern: string): Int32Array {
  const borders = new Int32Array(pattern.length);
  let length = 0;
  for (let at = 1; at < pattern.length; at += 1) {
    const unit = pattern.charCodeAt(at);
    while (length > 0 && unit !== pattern.charCodeAt(length)) length = borders[length - 1] ?? 0;
    if (unit === pattern.charCodeAt(length)) length += 1;
    borders[at] = length;
  }
  return borders;
}

/**
 * All places of a pattern in a text from `from`, also overlapping ones. Takes linear time for any texts (Knuth, Morris and
 * Pratt), while the engine's own search takes a minute for 'aaaab' and 400,000 more 'a' in a chapter of nothing but 'a'.
 */
export function* placesOf(pattern: string, text: string, from = 0): Generator<number> {
  if (pattern.length <= maxNative) {
    for (let at = text.indexOf(pattern, from); at >= 0; at = text.indexOf(pattern, at + 1)) yield at;
    return;
  }
  const borders = bordersOf(pattern);
  let matched = 0;
  for (let at = Math.max(0, from); at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && unit !== pattern.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (unit === pattern.charCodeAt(matched)) matched += 1;
    if (matched < pattern.length) continue;
    yield at + 1 - matched;
    matched = borders[matched - 1] ?? 0;
  }
}
