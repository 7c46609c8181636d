import { parse } from 'yaml';
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
  /** Whether Inkling's export wrote it (`modules/exports/markdown`). */
  isOwn: boolean;
}

const ownKeys = ['title', 'author', 'language', 'status', 'genres', 'description'];
const knownKeys = [...ownKeys, 'summary', 'lang', 'genre', 'tags', 'tag', 'keywords'];

/** Clean lines, without those that are empty at the ends. */
const cleanLines = (text: string): string => text.split('\n').map(cleanLine).join('\n').trim();

/** Quotes values that only people understand, such as `title: The Lamp: A Tale`. */
const quoted = (yaml: string): string =>
  yaml.replace(
    /^([\w-]+)[ \t]*:[ \t]+([^\s"'[{|>].*(?:: | #).*|[@`%*&!].*)$/gm,
    (_, key: string, value: string) => `${key}: ${JSON.stringify(value)}`,
  );

/** The texts of each key in lower case; null for what is not YAML. */
function valuesOf(yaml: string): Map<string, string[]> | null {
  try {
    const found: unknown = parse(quoted(yaml), { schema: 'failsafe', uniqueKeys: false });
    if (typeof found !== 'object' || found === null) return null;
    return new Map(
      Object.entries(found).map(([key, value]: [string, unknown]) => [
        key.toLowerCase(),
        (Array.isArray(value) ? value : [value]).map(String),
      ]),
    );
  } catch {
    return null;
  }
}

/** Splits front matter from the text below it. Lists of genres or tags may use commas. */
export function splitFrontMatter(text: string): { front: FrontMatter | null; body: string } {
  const found = /^---[ \t]*\n([\s\S]{0,20000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  const values = found === null ? null : valuesOf(found[1] ?? '');
  // Prose between two scene breaks is not front matter.
  if (found === null || values === null || !knownKeys.some((key) => values.has(key)))
    return { front: null, body: text };
  const list = (...names: string[]) =>
    names
      .flatMap((name) => values.get(name) ?? [])
      .flatMap((value) => value.split(','))
      .map(cleanLine)
      .filter((one) => one !== '');
  const textOf = (...names: string[]) =>
    names.map((name) => cleanLines((values.get(name) ?? []).join(', '))).find((one) => one !== '') ?? '';
  return {
    front: {
      title: truncate(cleanLine(textOf('title')), textLimits.title),
      author: cleanLine(textOf('author')) || null,
      description: truncate(textOf('description', 'summary'), textLimits.description),
      language: textOf('language', 'lang') || null,
      status: textOf('status') || null,
      genres: [...new Set(list('genres', 'genre', 'tags', 'tag', 'keywords'))],
      isOwn: ownKeys.every((key) => values.has(key)),
    },
    body: text.slice(found[0].length),
  };
}
