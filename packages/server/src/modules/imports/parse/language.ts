import { guessLanguage } from '../../../platform/guess-language.ts';
import type { PiecedBook } from './book.ts';

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** A language tag in its usual form; null if there is no such language, or it says that there is none. */
export function knownLanguage(tag: string | null): string | null {
  try {
    const [known = ''] = Intl.getCanonicalLocales((tag ?? '').trim().replaceAll('_', '-'));
    const { language } = new Intl.Locale(known);
    return names.of(language) === undefined || /^(?:und|mul|zxx)$/.test(language) ? null : known;
  } catch {
    return null;
  }
}

const sampleLength = 4_000;

/** The declared language of a book, else the one detected in samples of its three longest pieces. */
export function languageOfBook({ language, pieces }: Pick<PiecedBook, 'language' | 'pieces'>) {
  const known = knownLanguage(language);
  if (known !== null) return known;
  const longest = [...pieces].sort((a, b) => b.content.length - a.content.length).slice(0, 3);
  return guessLanguage(longest.map(({ content }) => content.slice(0, sampleLength)).join('\n'));
}
