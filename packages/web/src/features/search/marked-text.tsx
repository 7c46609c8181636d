import type { MarkedText } from '@inkling/contract/search';

interface Segment {
  text: string;
  isMatch: boolean;
  /** Where it begins in the text. */
  at: number;
}

/** A text cut at its matches. Ranges that overlap, are out of order or reach beyond the text mark nothing twice. */
export function segmentsOf({ text, matches }: MarkedText): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  const add = (end: number, isMatch: boolean) => {
    if (end <= at) return;
    segments.push({ text: text.slice(at, end), isMatch, at });
    at = end;
  };
  for (const [start, end] of matches) {
    add(Math.min(start, text.length), false);
    add(Math.min(end, text.length), true);
  }
  add(text.length, false);
  return segments;
}

/** A text with the matches of a search marked. */
export const Marked = ({ of }: { of: MarkedText }) =>
  segmentsOf(of).map(({ text, isMatch, at }) =>
    isMatch ? (
      <mark key={at} className="rounded-sm bg-notice text-on-notice">
        {text}
      </mark>
    ) : (
      text
    ),
  );
