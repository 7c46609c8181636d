import { writingStore } from './written-page.tsx';

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The format of moments in the reader's locale and, unless `options` name one, time zone. For a page that is being written,
 * these are what the browser has named, so that the page says the same as the browser.
 */
export function localFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const writing = import.meta.env.SSR ? writingStore.current() : undefined;
  if (writing) return new Intl.DateTimeFormat(writing.locale, { timeZone: writing.zone, ...options });
  // Kept, since making a format takes longer than using it.
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(undefined, options);
  formats.set(key, format);
  return format;
}
