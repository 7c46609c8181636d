const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;
const isolateStart = /[\u2066-\u2068]/;
const [embeddingEnd, isolateEnd] = ['\u202c', '\u2069'];

/**
 * Removes direction embeddings, overrides and isolates without their end, and ends without a start: in a title they
 * would reverse the text that follows it. Pairs stay, matched as in UAX #9. No schemas here: reading a book needs none.
 */
export function closedDirections(text: string): string {
  const open: { at: number; end: string }[] = [];
  let isolates = 0;
  const paired = new Set<number>();
  const pair = (start: number, end: number) => paired.add(start).add(end);
  for (const { index, 0: control } of text.matchAll(directionControls)) {
    if (control === embeddingEnd) {
      const last = open.at(-1);
      if (last?.end !== embeddingEnd) continue;
      open.pop();
      pair(last.at, index);
    } else if (control === isolateEnd) {
      if (isolates === 0) continue;
      isolates -= 1;
      // The end of an isolate also ends the embeddings inside it.
      let last = open.pop();
      while (last?.end === embeddingEnd) last = open.pop();
      if (last !== undefined) pair(last.at, index);
    } else {
      const isIsolate = isolateStart.test(control);
      if (isIsolate) isolates += 1;
      open.push({ at: index, end: isIsolate ? isolateEnd : embeddingEnd });
    }
  }
  return text.replace(directionControls, (control, at: number) => (paired.has(at) ? control : ''));
}
