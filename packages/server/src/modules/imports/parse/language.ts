import { contradictsLanguage, guessLanguage } from '../../../platform/guess-language.ts';
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

/**
 * The language of a book: the one that it declares, else the one detected in samples of its three longest pieces.
 * `contradicted` is a declared one that the text is not in; the detected one is then proposed.
 */
export function languageOfBook({ language, pieces }: Pick<PiecedBook, 'language' | 'pieces'>) {
  const known = knownLanguage(language);
  const longest = [...pieces].sort((a, b) => b.content.length - a.content.length).slice(0, 3);
  const text = longest.map(({ content }) => content.slice(0, sampleLength)).join('\n');
  const guess = guessLanguage(text);
  const isContradicted = known !== null && guess !== null && contradictsLanguage(text, guess, known);
  return { language: isContradicted ? guess : (known ?? guess), contradicted: isContradicted ? known : '' };
}
