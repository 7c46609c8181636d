/** What marks a line of a post as part of a list or a quotation. */
export const lineMarks = [
  ['ul', /^[-*•] +/],
  ['ol', /^\d{1,3}[.)] +/],
  ['quote', /^> ?/],
] as const;

/** The text of a post without the marks of lists and quotations, except numbers, and without empty lines. */
export const plainText = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      lineMarks.reduce((rest, [kind, mark]) => (kind === 'ol' ? rest : rest.replace(mark, '')), line),
    )
    .filter((line) => line.trim() !== '')
    .join('\n');
