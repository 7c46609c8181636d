import type { Me } from '@inkling/contract/account';
import { cachedResponses, listStories } from './offline-store.ts';

// Browsers fetch a font when a text needs it, and forget it with their HTTP cache. The site's own files have the Latin fonts
// (packages/web/build-service-worker.ts); these are kept beside the stories that need them.

/** A font file of the site's style sheets, and the characters that it covers, as first and last code points. */
interface FontFile {
  address: string;
  family: string;
  ranges: [number, number][];
}

function rangesOf(unicodeRange: string): [number, number][] {
  if (unicodeRange === '') return [[0, Number.POSITIVE_INFINITY]];
  return unicodeRange.split(',').map((range) => {
    const [first = '', last = first] = range.trim().slice('U+'.length).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

function fontFile(rule: CSSRule, base: string): FontFile[] {
  if (!(rule instanceof CSSFontFaceRule)) return [];
  const propertyOf = (name: string) => rule.style.getPropertyValue(name);
  const url = /url\(["']?([^"')]+\.woff2)/.exec(propertyOf('src'))?.[1];
  if (url === undefined) return [];
  const family = propertyOf('font-family').replaceAll(/["']/g, '');
  return [{ address: new URL(url, base).href, family, ranges: rangesOf(propertyOf('unicode-range')) }];
}

/** Its rules; none if it comes from another site, such as a browser extension's, which scripts may not read. */
function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    return [];
  }
}

const fontFiles = (): FontFile[] =>
  [...document.styleSheets].flatMap((sheet) =>
    rulesOf(sheet).flatMap((rule) => fontFile(rule, sheet.href ?? document.baseURI)),
  );

const isFor = ({ ranges }: FontFile, character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => first <= code && code <= last);
};

/** The last character of Latin-1, which the site's own files have. */
const lastPlain = 'ÿ';

/** Collects one character for each font file that texts need, besides those `known` already. */
export function collectCharacters(known = ''): { add: (text: string) => void; read: () => string } {
  const missing = fontFiles().filter((file) => ![...known].some((character) => isFor(file, character)));
  let characters = known;
  return {
    add(text) {
      for (const character of new Set(text)) {
        if (character <= lastPlain) continue;
        const found = missing.filter((file) => isFor(file, character));
        if (found.length === 0) continue;
        characters += character;
        for (const file of found) missing.splice(missing.indexOf(file), 1);
      }
    },
    read: () => characters,
  };
}

/** Has Latin characters only, and is fetched only where it is chosen (styles/fonts.css). */
const chosenFamily = 'OpenDyslexic';

/**
 * Keeps the fonts that the kept stories and the chosen typeface need, and removes those of earlier versions of the site.
 * What cannot be fetched or has no room is left out: the text is then shown in a font of the device.
 */
export async function keepFonts({ readingPreferences }: Pick<Me, 'readingPreferences'>): Promise<void> {
  const files = fontFiles();
  if (files.length === 0) return;
  const characters = [...new Set((await listStories()).map((story) => story.characters).join(''))];
  const isNeeded = (file: FontFile): boolean =>
    file.family === chosenFamily
      ? readingPreferences.readingSettings.face === 'dyslexic'
      : characters.some((character) => isFor(file, character));
  const cache = await cachedResponses();
  const addresses = new Set(files.map(({ address }) => address));
  for (const { url } of await cache.keys())
    if (url.endsWith('.woff2') && !addresses.has(url)) await cache.delete(url);
  for (const { address } of files.filter(isNeeded)) {
    if ((await caches.match(address)) !== undefined) continue;
    const response = await fetch(address);
    if (response.ok) await cache.put(address, response);
  }
}
