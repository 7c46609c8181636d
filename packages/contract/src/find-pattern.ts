export interface FindOptions {
  matchCase: boolean;
  wholeWords: boolean;
}

const wordCharacter = '[\\p{L}\\p{M}\\p{N}_]';
/** Characters that authors type in one form and the text has in another. */
const alike = [`'‘’`, `"“”„«»`, ' \u00A0\u202F'];

function partOf(character: string): string {
  if (character === '…') return '(?:…|\\.\\.\\.)';
  const group = alike.find((characters) => characters.includes(character));
  if (group !== undefined) return `[${group}]`;
  return character.replace(/[\^$\\.*+?()[\]{}|/]/, '\\$&');
}

/** What finds the query in a paragraph; null for an empty one. Quotation marks and spaces match in every form. */
export function patternOf(query: string, { matchCase, wholeWords }: FindOptions): RegExp | null {
  if (query === '') return null;
  const parts = [...query.normalize('NFC').replaceAll('...', '…')].map(partOf).join('');
  const pattern = wholeWords ? `(?<!${wordCharacter})${parts}(?!${wordCharacter})` : parts;
  return new RegExp(pattern, matchCase ? 'gu' : 'giu');
}
