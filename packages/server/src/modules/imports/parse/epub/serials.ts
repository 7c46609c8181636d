import { seriesLimits } from '@inkling/contract/limits';
import { languageNamed } from '../../../../platform/guess-language.ts';
import type { PiecedBook } from '../book.ts';
import { cleanLine, plainOf } from '../lines.ts';
import { titleKey, truncate } from '../titles.ts';
import { authorNoteType, type Block, quoteType } from './blocks.ts';

/**
 * What sites and their downloaders write around the text of a serial (AO3, FanFicFare, WebToEpub): fields such as
 * `Rating:`, and notes in quotations below labels such as `Chapter Notes`. Recognized by these words and their places.
 */

const label =
  /^(?:(?:chapter |work )?(?:summary|notes?|end notes?)|(?:summary|notes?) for the chapter|authors? notes?|a n|chapter end notes?)$/;
const pageFields =
  'rating|archive warnings?|warnings?|categor(?:y|ies)|fandoms?|relationships?|characters?|additional tags|genres?|language|series|stats|status|published|updated|packaged|completed|chapters|words|publisher|table of contents url';
const anyField = new RegExp(`(?:^|[\\s|])(?:${pageFields}):`, 'gi');
const field = /^([\p{L} ]{3,24}):\s*(?:\|\s*)?(.*)$/u;
const minFields = 3;
const maxPointer = 100;

export const textOf = (block: Block): string => (block.kind === 'line' ? plainOf(block.runs) : '');
const isQuote = (block: Block | undefined): boolean =>
  block !== undefined && (block.types.has(quoteType) || block.types.has(authorNoteType));
/** A label is above a quotation, or its first line. */
const isLabel = (body: readonly Block[], at: number): boolean => {
  const [above, block] = [body[at - 1], body[at]];
  return block?.kind === 'line' && !(isQuote(block) && isQuote(above)) && label.test(titleKey(textOf(block)));
};
/** 'More at the end of the chapter: notes', with a link to them. */
const isPointer = (block: Block | undefined): boolean =>
  block?.kind === 'line' &&
  textOf(block).length <= maxPointer &&
  /\bnotes?\b/i.test(textOf(block)) &&
  block.runs.some(({ link }) => link?.target != null);

/** Whether a label has something below it. */
const isNamed = (body: readonly Block[], at: number): boolean =>
  isLabel(body, at) && (isQuote(body[at + 1]) || isPointer(body[at + 1]));

/**
 * Takes the labels from `from` on with the quotations below them: `notes` are without the summary, `left` the labels and
 * pointers, which are left out, `rest` the other blocks. `isAll` goes on after other text.
 */
function takeFrom(body: readonly Block[], from: number, isAll: boolean) {
  const [notes, left]: [string[], string[]] = [[], []];
  const rest: Block[] = [];
  let summary = '';
  let at = from;
  for (let block = body[at]; block !== undefined; block = body[at]) {
    const isLabeled = isNamed(body, at);
    if (isLabeled || (isPointer(block) && at > from && left.length > 0)) {
      left.push(textOf(block));
      const start = at + 1;
      at = start;
      while (isLabeled && isQuote(body[at])) at += 1;
      const lines = body.slice(start, at).map(textOf).filter(Boolean);
      if (titleKey(textOf(block)) === 'summary') summary = lines.join('\n');
      else notes.push(...lines);
      continue;
    }
    if (block.types.has(authorNoteType)) notes.push(textOf(block));
    else if (isAll) rest.push(block);
    else break;
    at += 1;
  }
  return { summary, notes, left, rest: [...rest, ...body.slice(at)] };
}

/** The notes at the start of a chapter; a chapter's summary is one of them. */
export const takeHead = (body: readonly Block[]) => takeFrom(body, 0, false);
/** The notes anywhere on a page. */
export const takeNotes = (body: readonly Block[]) => takeFrom(body, 0, true);

/** The notes at the end of a chapter, and its text. */
export function takeTail(body: readonly Block[]) {
  let from = body.length;
  for (let at = body.length - 1; at > 0; at -= 1) {
    const block = body[at];
    if (isNamed(body, at) || block?.types.has(authorNoteType)) from = at;
    else if (!isQuote(block) && !isPointer(block) && block?.kind !== 'break') break;
  }
  const found = takeFrom(body, from, false);
  return found.rest.length > 0 ? takeFrom(body, body.length, true) : { ...found, rest: body.slice(0, from) };
}

/** The fields of a page of a site's details; none of a page of a story. */
export function fieldsOf(texts: readonly string[]): Map<string, string> {
  const lines = texts.filter((line) => line !== '');
  const fields = new Map<string, string>();
  const isSource = /^table of contents url/i.test(lines[0] ?? '');
  if (!isSource && [...lines.join('\n').matchAll(anyField)].length < minFields) return fields;
  lines.forEach((line, i) => {
    const [, name = '', value = ''] = field.exec(line) ?? [];
    if (name !== '' && !fields.has(name.toLowerCase()))
      fields.set(name.toLowerCase(), value || (lines[i + 1] ?? ''));
  });
  return fields;
}

/** The words of sites for what Inkling warns of. */
const warnings: [RegExp, string][] = [
  [/(?<!sexual[ -])violence/i, 'violence'],
  [/\bgore\b/i, 'gore'],
  [/death/i, 'death'],
  [/rape|(?:non|dub)-?con|sexual[ -](?:violence|assault)/i, 'sexual-violence'],
  [/underage|\bsex\b|sexual[ -]content/i, 'sexual-content'],
  [/(?<!animal )abuse/i, 'abuse'],
  [/self-?harm/i, 'self-harm'],
  [/suicid/i, 'suicide'],
  [/drug|alcohol|substance/i, 'substance-use'],
  [/profanity|strong language/i, 'profanity'],
  [/discriminat|racis[mt]|slurs/i, 'discrimination'],
  [/animal[ -](?:cruelty|abuse)/i, 'animal-cruelty'],
];

/** The audience that is as strict as a site's rating; null for one that says nothing, or is unknown. */
const audienceOf = (rating: string): string | null => {
  if (/explicit|mature|adult|\b(?:m|ma|r|x|nc-?17|1[78]\+?)(?!\w)/i.test(rating)) return 'mature';
  if (/teen|\b(?:t|pg|k\+|1[0-6])(?!\w)/i.test(rating)) return 'teen';
  return /^(?:general(?: audiences)?|everyone|all ages|g|k)$/i.test(rating) ? 'everyone' : null;
};

type Labels = Pick<PiecedBook, 'audience' | 'contentWarnings' | 'unsure'>;

/** The strictest of several audiences. */
const strictest = (audiences: readonly (string | null)[]): string | null =>
  ['mature', 'teen', 'everyone'].find((one) => audiences.includes(one)) ?? null;

/** The labels that are as strict as several together. */
export function labelsOfAll(all: readonly Labels[]): Labels {
  const stated = (key: keyof Labels['unsure']) => all.map(({ unsure }) => unsure[key]).find(Boolean) ?? '';
  return {
    audience: strictest(all.map(({ audience }) => audience)),
    contentWarnings: [...new Set(all.flatMap(({ contentWarnings }) => contentWarnings))],
    unsure: { audience: stated('audience'), contentWarnings: stated('contentWarnings'), language: '' },
  };
}

/** Audience and content warnings by what a source states: never milder, and unsure where it is not clear. */
export function labelsOf(ratings: readonly string[], warned: readonly string[]): Labels {
  const unclear = ratings.filter((rating) => audienceOf(rating) === null);
  const stated = warned.filter((one) => !/^(?:no|none|n\/a)\b/i.test(one));
  const unknown = stated.filter((one) => !warnings.some(([pattern]) => pattern.test(one)));
  const found = warnings.filter(([pattern]) => stated.some((one) => pattern.test(one)));
  return {
    audience: strictest(ratings.map((rating) => audienceOf(rating) ?? 'mature')),
    contentWarnings: found.map(([, name]) => name),
    unsure: { audience: unclear.join(', '), contentWarnings: unknown.join(', '), language: '' },
  };
}

const ratingSubject = /^(?:explicit|mature|teen and up audiences|general audiences|not rated)$/i;
const warningSubject =
  /^(?:graphic (?:depictions of )?violence|gore|major character death|rape\/non-con|underage(?: sex)?|sexual (?:content|violence)|profanity|(?:creator )?chose not to use archive warnings|choose not to use archive warnings)$/i;

/** The rating and the warnings among the subjects of a book. */
export const labelsAmong = (subjects: readonly string[]) =>
  labelsOf(
    subjects.filter((one) => ratingSubject.test(one)),
    subjects.filter((one) => warningSubject.test(one)),
  );

/** A story's details by the fields of its site. */
export function detailsOf(fields: ReadonlyMap<string, string>) {
  const of = (name: string) => fields.get(name) ?? '';
  const list = (...names: string[]) =>
    names
      .flatMap((name) => of(name).split(/,\s*/))
      .filter((one) => one !== '' && !/^original work$/i.test(one));
  const warned = list('archive warnings', 'archive warning', 'warnings', 'warning', 'content warnings');
  const tags = list('additional tags', 'additional tag', 'genre', 'genres', 'fandom', 'fandoms');
  const people = list('relationship', 'relationships', 'characters', 'character');
  return {
    ...labelsOf(list('rating'), warned),
    language: languageNamed(of('language')),
    tags: [...new Set([...tags, ...people])],
    genres: list('genre', 'genres', 'additional tags'),
    status: of('status') || (/completed:/i.test(of('stats')) ? 'completed' : null),
    description: of('summary'),
    series: seriesNamed(of('series')),
    dates: datesIn(
      ['published', 'updated', 'completed', 'stats'].map((name) => `${name}: ${of(name)}`).join(' '),
    ),
  };
}

/** The name of a series in 'Part 2 of Coast Roads' and 'Coast Roads [2]'. */
export const seriesNamed = (text: string): string =>
  truncate(
    cleanLine(text)
      .replace(/^part \d+ of\s+/i, '')
      .replace(/,\s*part \d+ of .*$/i, '')
      .replace(/\s*(?:[[(]\d+(?:\.\d+)?[\])]|#\d+)$/, ''),
    seriesLimits.name,
  );

/** The dates in 'Published: 2024-02-01 Completed: 2024-03-09'. */
function datesIn(text: string): PiecedBook['dates'] {
  const of = (names: string) =>
    new RegExp(`(?:${names}): (\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01]))`, 'i').exec(text)?.[1];
  const first = of('published');
  return first === undefined ? null : { first, last: of('updated|completed') ?? first };
}
