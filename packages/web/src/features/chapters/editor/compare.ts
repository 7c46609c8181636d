/** A paragraph of one side; 'gap' replaces `hidden` paragraphs that both sides share. */
export type ComparedLine =
  | { kind: 'same' | 'different'; text: string; at: number }
  | { kind: 'gap'; hidden: number; at: number };

const paragraphsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Shared paragraphs that are shown before and after a difference. */
const contextLines = 1;

function linesOf(lines: string[], other: Set<string>): ComparedLine[] {
  const different = lines.map((line) => !other.has(line));
  const isShown = lines.map((_, at) =>
    different.slice(Math.max(0, at - contextLines), at + contextLines + 1).some(Boolean),
  );
  const shown: ComparedLine[] = [];
  for (const [at, text] of lines.entries()) {
    const last = shown.at(-1);
    if (isShown[at]) shown.push({ kind: different[at] ? 'different' : 'same', text, at });
    else if (last?.kind === 'gap') last.hidden += 1;
    else shown.push({ kind: 'gap', hidden: 1, at });
  }
  return shown;
}

/** Compares two texts by paragraphs: marks those of one side only, folds long runs that both share. */
export function compareTexts(left: string, right: string): { left: ComparedLine[]; right: ComparedLine[] } {
  const [one, two] = [paragraphsOf(left), paragraphsOf(right)];
  return { left: linesOf(one, new Set(two)), right: linesOf(two, new Set(one)) };
}
