import { spellingsOf } from '@inkling/contract/spellings';

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Whether a name contains the search text, ignoring case and accents, and in American or British spelling. */
export function nameMatches(name: string, search: string): boolean {
  const [folded, text] = [fold(name), fold(search)];
  const words = text.split(' ').filter(Boolean);
  return (
    folded.includes(text) || words.every((word) => spellingsOf(word).some((one) => folded.includes(one)))
  );
}
