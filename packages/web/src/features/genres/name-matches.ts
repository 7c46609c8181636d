import { foldText } from '@inkling/contract/fold-text';
import { spellingsOf } from '@inkling/contract/spellings';

/** Whether a name contains the search text, ignoring case and accents, and in American or British spelling. */
export function nameMatches(name: string, search: string): boolean {
  const [folded, text] = [foldText(name), foldText(search.trim())];
  const words = text.split(' ').filter(Boolean);
  return (
    folded.includes(text) || words.every((word) => spellingsOf(word).some((one) => folded.includes(one)))
  );
}

interface Named {
  name: string;
  subgenres: readonly { name: string }[];
}

/** How a search shows a genre: its name, with the subgenre that was found if it was not the name; null if neither was. */
export function foundAs({ name, subgenres }: Named, search: string): string | null {
  if (nameMatches(name, search)) return name;
  const subgenre = subgenres.find((one) => nameMatches(one.name, search));
  return subgenre === undefined ? null : `${name} (${subgenre.name})`;
}
