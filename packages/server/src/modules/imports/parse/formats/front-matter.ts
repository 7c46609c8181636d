import { parse } from 'yaml';
import { textLimits } from '../book.ts';
import { labelsOf, seriesNamed } from '../epub/serials.ts';
import { cleanLine, cleanLines } from '../lines.ts';
import { truncate } from '../titles.ts';

const ownKeys = [
  ...['title', 'author', 'language', 'status', 'genres'],
  ...['tags', 'warnings', 'audience', 'description'],
];
const knownKeys = [...ownKeys, 'summary', 'lang', 'genre', 'tag', 'keywords'];

/** The metadata at the start of a MultiMarkdown file, which has no lines of `---`. */
const multiMarkdown = /^((?:title|author)[ \t]*:[^\n]*(?:\n[\w ]{1,40}:[^\n]*){0,40})\n[ \t]*\n/i;

/** Quotes values that only people understand, such as `title: The Lamp: A Tale`. */
const quoted = (yaml: string): string =>
  yaml.replace(
    /^([\w-]+)[ \t]*:[ \t]+([^\s"'[{|>].*(?:: | #).*|[@`%*&!].*)$/gm,
    (_, key: string, value: string) => `${key}: ${JSON.stringify(value)}`,
  );

/** The text of a value; an author may be an object with a name. */
const textOfValue = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? String(
        Object.entries(value).find(([key]) => /^(?:name|literal|text)$/i.test(key))?.[1] ??
          Object.values(value).join(' '),
      )
    : String(value);

/** The texts of each key in lower case; none for what is not YAML, or is prose between two scene breaks. */
function valuesOf(yaml: string): ReadonlyMap<string, string[]> {
  try {
    const found: unknown = parse(quoted(yaml), { schema: 'failsafe', uniqueKeys: false });
    const values = Object.entries(found ?? {}).map(([key, value]: [string, unknown]): [string, string[]] => [
      key.toLowerCase(),
      (Array.isArray(value) ? value : [value]).map(textOfValue),
    ]);
    return new Map(values.some(([key]) => knownKeys.includes(key)) ? values : []);
  } catch {
    return new Map();
  }
}

/**
 * Splits the metadata at the start of a Markdown file, between two lines of `---`, from the text below it. Lists of genres
 * or tags may use commas. `isOwn` says whether Inkling's export wrote it (`modules/exports/markdown`).
 */
export function splitFrontMatter(text: string) {
  const [whole = '', yaml = ''] =
    /^---[ \t]*\n([\s\S]{0,20000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text) ??
    multiMarkdown.exec(text) ??
    [];
  const values = valuesOf(yaml);
  const list = (...names: string[]) =>
    names
      .flatMap((name) => values.get(name) ?? [])
      .flatMap((value) => value.split(','))
      .map(cleanLine)
      .filter((one) => one !== '');
  const textOf = (...names: string[]) =>
    names.map((name) => cleanLines((values.get(name) ?? []).join(', '))).find((one) => one !== '') ?? '';
  const isOwn = ownKeys.every((key) => values.has(key));
  return {
    title: truncate(cleanLine(textOf('title')), textLimits.title),
    author: cleanLine(textOf('author', 'authors')) || null,
    description: isOwn
      ? (values.get('description') ?? []).join('').slice(0, textLimits.description)
      : truncate(textOf('description', 'summary'), textLimits.description),
    language: textOf('language', 'lang') || null,
    status: textOf('status') || null,
    genres: [...new Set(isOwn ? list('genres') : list('genres', 'genre', 'tags', 'tag', 'keywords'))],
    tags: [...new Set(list('tags', 'tag'))],
    ...labelsOf(list('audience', 'rating'), list('warnings')),
    series: seriesNamed(textOf('series')),
    dates: null,
    isOwn,
    body: values.size === 0 ? text : text.slice(whole.length),
  };
}
