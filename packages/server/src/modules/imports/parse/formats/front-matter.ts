import { textLimits } from '../book.ts';
import { cleanLine } from '../lines.ts';
import { truncate } from '../titles.ts';

/** The metadata at the start of a Markdown file, between two lines of `---`. */
export interface FrontMatter {
  title: string;
  author: string | null;
  description: string;
  language: string | null;
  status: string | null;
  genres: string[];
}

/** The value in quotes; one in double quotes may have escapes, of which JSON's are the common ones. */
function unquoted(value: string): string {
  if (/^"(?:[^"\\]|\\.)*"$/.test(value)) {
    try {
      return String(JSON.parse(value));
    } catch {
      // Escapes that JSON does not know.
    }
  }
  return /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
}

/** Clean lines, without those that are empty at the ends. */
const cleanLines = (text: string): string => text.split('\n').map(cleanLine).join('\n').trim();

const languageTag = (value: string | undefined): string | null => {
  try {
    return Intl.getCanonicalLocales((value ?? '').replaceAll('_', '-'))[0] ?? null;
  } catch {
    return null;
  }
};

/**
 * Splits front matter of simple `key: value` lines from the text below it. Lists of genres or tags may use commas,
 * brackets, or lines of `- genre`.
 */
export function splitFrontMatter(text: string): { front: FrontMatter | null; body: string } {
  const found = /^---[ \t]*\n([\s\S]{0,20000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  const lines = (found?.[1] ?? '').split('\n');
  const keyed = lines.filter((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  // Prose between two scene breaks is not front matter.
  if (found === null || !/^[A-Za-z][\w-]*\s*:/.test(keyed[0] ?? '')) return { front: null, body: text };
  const values = new Map<string, string>();
  let key = '';
  for (const line of keyed) {
    const pair = /^([A-Za-z][\w-]*)\s*:\s*(.*)$/.exec(line);
    if (pair) {
      key = (pair[1] ?? '').toLowerCase();
      const value = (pair[2] ?? '').trim();
      values.set(key, /^[>|][-+]?$/.test(value) ? '' : unquoted(value));
      continue;
    }
    const item = line.trim().replace(/^-\s+/, '');
    const before = values.get(key) ?? '';
    const between = before === '' ? '' : line.trim().startsWith('- ') ? ', ' : ' ';
    if (key !== '') values.set(key, before + between + unquoted(item));
  }
  const value = (...names: string[]) =>
    names.map((name) => cleanLine(values.get(name) ?? '')).find((one) => one !== '');
  const listed = (...names: string[]) =>
    (value(...names) ?? '')
      .replace(/^\[|\]$/g, '')
      .split(',')
      .map((one) => unquoted(cleanLine(one)))
      .filter((one) => one !== '');
  return {
    front: {
      title: truncate(value('title') ?? '', textLimits.title),
      author: value('author') ?? null,
      description: truncate(
        cleanLines(values.get('description') ?? values.get('summary') ?? ''),
        textLimits.description,
      ),
      language: languageTag(value('language', 'lang')),
      status: value('status') ?? null,
      genres: [...new Set([...listed('genres', 'genre'), ...listed('tags', 'tag', 'keywords')])],
    },
    body: text.slice(found[0].length),
  };
}
