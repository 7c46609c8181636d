import { primaryLanguage } from '@inkling/contract/story-filters';
import { useSyncExternalStore } from 'react';
import { useMe } from '../../lib/session.ts';

/** A language's name in English. */
export function languageName(language: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}

const neverChanges = () => () => {};
const inBrowser = () => navigator.languages.join();
const onServer = () => '';

/** The browser's languages; none while the server renders. */
export function useBrowserLanguages(): string[] {
  const tags = useSyncExternalStore(neverChanges, inBrowser, onServer);
  return [...new Set(tags.split(',').filter(Boolean).map(primaryLanguage))];
}

/** The languages that the reader has chosen, or else those of the browser. */
export function useReadLanguages(): string[] {
  const chosen = useMe(false)?.readingPreferences.languages ?? [];
  const browser = useBrowserLanguages();
  return chosen.length > 0 ? chosen : browser;
}

/** The name of a story's language if the reader reads others. */
export function useOtherLanguage(language: string): string | null {
  const read = useReadLanguages();
  return read.length === 0 || read.includes(primaryLanguage(language)) ? null : languageName(language);
}
