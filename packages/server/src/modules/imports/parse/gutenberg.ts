/** Recognizes the boilerplate that Project Gutenberg puts around a text. */

const start = /^\W{0,6}START OF (?:THE |THIS )?PROJECT GUTENBERG/i;
const smallPrintEnd = /^\W{0,3}END\W{0,3}THE SMALL PRINT/i;
const end =
  /^\W{0,6}END OF (?:THE |THIS )?PROJECT GUTENBERG|^End of (?:the |this )?Project Gutenberg(?:['’]s)? (?:e-?book|e-?text)|^\W{0,3}THE FULL PROJECT GUTENBERG(?:™|-tm)? LICEN[SC]E/i;
const credits =
  /^(?:produced by|e-?text prepared by|e-?book (?:prepared|produced) by|transcribed (?:from|by)|this e-?(?:text|book) was (?:produced|prepared|transcribed)|prepared by|credits:|updated?:|release date|proofread)/i;
const notice = /project gutenberg/i;

/** Whether a text was published by Project Gutenberg, whose titles are in capitals. */
export const isGutenberg = (text: string): boolean =>
  /project gutenberg(?:™|-tm|'s|’s)? e-?(?:book|text)|gutenberg\.org/i.test(text);

/**
 * The range of the work in the lines of a book: from the first line after Gutenberg's header to its footer. All lines
 * when there is no header or footer.
 */
export function workBetween(lines: readonly string[]): { from: number; to: number } {
  let from = 0;
  let to = lines.length;
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    if (line.length > 300) continue;
    if (start.test(line) || (smallPrintEnd.test(line) && i < lines.length / 3)) from = i + 1;
    else if (i > from && end.test(line)) {
      to = i;
      break;
    }
  }
  // The transcriber's credits follow directly after the header.
  for (let i = from, seen = 0; from > 0 && i < to && seen < 6; i += 1) {
    const line = (lines[i] ?? '').trim();
    if (line === '') continue;
    seen += 1;
    if (credits.test(line) || (notice.test(line) && line.length < 200)) from = i + 1;
  }
  return { from, to };
}
