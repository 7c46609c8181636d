import { closedDirections } from '@inkling/contract/directions';
import type { importedShelf } from '@inkling/contract/library-files';
import { collectionLimits, libraryLimits } from '@inkling/contract/limits';
import { cleanText } from '@inkling/contract/text';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';

type ListedShelf = z.output<typeof importedShelf>;

/** The shelves of Goodreads, the statuses of The StoryGraph, and Inkling's own. */
const meanings = new Map<string, ListedShelf>([
  ['read', 'completed'],
  ['completed', 'completed'],
  ['currently-reading', 'reading'],
  ['reading', 'reading'],
  ['on hold', 'on_hold'],
  ['paused', 'on_hold'],
  ['dropped', 'dropped'],
  ['did-not-finish', 'dropped'],
]);

/** Shelves that every reader has there and that mean 'saved for later' here. */
const unnamed = ['to-read', 'want to read', ''];
const maxShelves = 20;

/** The shelves that a reader has made, of those of a row. */
const ownShelves = (all = ''): string[] =>
  [
    ...new Set(
      all
        .slice(0, 2000)
        .split(',')
        .map((name) => name.trim().slice(0, collectionLimits.name).trim()),
    ),
  ]
    .filter((name) => !unnamed.includes(name.toLowerCase()) && !meanings.has(name.toLowerCase()))
    .slice(0, maxShelves);

/**
 * What a row becomes here: by its exclusive shelf, otherwise by one of all its shelves, separated by commas. Any other
 * shelf, such as 'to-read' or one of the reader's own, is saved for later.
 */
function shelfOf(exclusive: string | undefined, all: string | undefined): ListedShelf {
  const names = exclusive?.trim() ? [exclusive] : (all ?? '').slice(0, 2000).split(',');
  for (const name of names) {
    const meaning = meanings.get(name.trim().toLowerCase());
    if (meaning !== undefined) return meaning;
  }
  return 'bookmarked';
}

/** A row of an imported list; `author` is empty if none is named. */
interface ListedTitle {
  /** Where it begins in the text, from 1. */
  line: number;
  title: string;
  author: string;
  shelf: ListedShelf;
  /** As YYYY-MM-DD. */
  readOn: string | null;
  /** The reader's own shelves. */
  shelves: string[];
}

export interface ParsedList {
  format: 'csv' | 'titles';
  rows: ListedTitle[];
  /** Rows beyond the maximum. */
  omitted: number;
  /** The columns that have values and are not read. */
  ignored: string[];
  /** Rows without a title. */
  untitled: number;
}

/** A text that cannot be read, with a message for the reader. A plain object, since it may come from a thread. */
export interface ListProblem {
  problem: string;
}

/** Titles have at most 200 characters here, and catalogues add a series. */
const maxLength = 300;

/** A cell as a title or a name: one line, without the quote that spreadsheets need before a formula. */
const lineOf = (raw: string | undefined): string =>
  closedDirections((raw ?? '').replace(/[\s\u2028\u2029]+/g, ' '))
    .trim()
    .replace(/^'(?=[=+\-@])/, '')
    .slice(0, maxLength)
    .toWellFormed();

/** Headers of Goodreads, The StoryGraph and Inkling's own export. */
const headers = {
  title: ['title'],
  author: ['author', 'authors'],
  shelf: ['exclusive shelf', 'read status', 'status'],
  shelves: ['bookshelves', 'tags'],
  readOn: ['date read', 'last date read', 'last read'],
};

/** Its values say nothing that other columns do not say. */
const unneeded = ['author l-f', 'bookshelves with positions', 'link', 'saved'];
const maxIgnored = 50;

/** A date such as 2024/03/05 or 2024-3-5. */
function dateOf(raw = ''): string | null {
  const [, year, month = '', day = ''] = /^\s*(\d{4})[/-](\d{1,2})[/-](\d{1,2})\s*$/.exec(raw) ?? [];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return z.iso.date().safeParse(date).success && date >= '1900' ? date : null;
}

/** The delimiter of a header row that has a title, or null if the text is not CSV. */
function delimiterOf(text: string): string | null {
  const header = text.slice(0, Math.max(0, text.indexOf('\n')) || text.length).slice(0, 5000);
  return (
    [',', ';', '\t'].find((delimiter) =>
      header.split(delimiter).some((cell, _, { length }) => length > 1 && nameOf(cell) === 'title'),
    ) ?? null
  );
}

const nameOf = (cell: string): string => cell.trim().replace(/^"|"$/g, '').trim().toLowerCase();

interface Row {
  record: string[];
  info: { lines: number; bytes: number };
}

/** The header and the rows, one more than the maximum. The parser takes long for many short rows, so it stops there. */
const parseRows = (text: string, delimiter: string): Row[] =>
  parse(text, {
    delimiter,
    record_delimiter: '\n',
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    to: 1 + libraryLimits.importRows,
  }) as unknown as Row[];

/** The rows of the rest of a text: line ends outside quotation marks, and the last row. */
function countRows(text: string): number {
  if (text === '') return 0;
  let rows = 1;
  for (const [index, part] of text.split('"').entries()) {
    if (index % 2 === 0) rows += part.match(/\n(?!\n)/g)?.length ?? 0;
  }
  return rows;
}

const openQuote = (line: unknown): ListProblem => ({
  problem: `This file can’t be read: a quotation mark in it isn’t closed.${
    typeof line === 'number' ? ` It is on line ${line} or earlier.` : ''
  } Please export the file again, or paste the titles.`,
});

function parseCsv(text: string, delimiter: string): ParsedList | ListProblem {
  let records: Row[];
  try {
    records = parseRows(text, delimiter);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return openQuote(error.lines);
  }
  const [header, ...rows] = records;
  const names = header?.record.map(nameOf) ?? [];
  const columnOf = (of: string[]) => names.findIndex((name) => of.includes(name));
  const columns = {
    title: columnOf(headers.title),
    author: columnOf(headers.author),
    shelf: columnOf(headers.shelf),
    shelves: columnOf(headers.shelves),
    readOn: columnOf(headers.readOn),
  };
  const used = new Set(Object.values(columns));
  const ignored = (header?.record ?? []).flatMap((name, column) => {
    if (used.has(column) || lineOf(name) === '' || unneeded.includes(nameOf(name))) return [];
    return rows.some(({ record }) => /[^\s0]/.test(record[column] ?? '')) ? [lineOf(name)] : [];
  });
  const titles = rows.flatMap(({ record, info }, index): ListedTitle[] => {
    const title = lineOf(record[columns.title]);
    if (title === '') return [];
    // A row begins after the one before it, which may have several lines.
    const line = (rows[index - 1] ?? header)?.info.lines ?? info.lines;
    return [
      {
        line: line + 1,
        title,
        author: lineOf(record[columns.author]),
        shelf: shelfOf(record[columns.shelf], record[columns.shelves]),
        readOn: dateOf(record[columns.readOn]),
        shelves: ownShelves(record[columns.shelves]).map(lineOf),
      },
    ];
  });
  const isWhole = rows.length < libraryLimits.importRows;
  const rest = isWhole ? '' : Buffer.from(text).subarray(rows.at(-1)?.info.bytes).toString();
  return {
    format: 'csv',
    rows: titles,
    omitted: countRows(rest),
    ignored: ignored.slice(0, maxIgnored),
    untitled: rows.length - titles.length,
  };
}

function parseTitles(text: string): ParsedList {
  const titles: ListedTitle[] = [];
  let named = 0;
  for (const [index, raw] of text.split('\n').entries()) {
    const isHeader = index === 0 && nameOf(raw) === 'title';
    if (isHeader || raw.trim() === '') continue;
    named += 1;
    if (titles.length === libraryLimits.importRows) continue;
    const row = { line: index + 1, title: lineOf(raw), author: '' };
    titles.push({ ...row, shelf: 'bookmarked', readOn: null, shelves: [] });
  }
  return {
    format: 'titles',
    rows: titles.filter(({ title }) => title !== ''),
    omitted: named - titles.length,
    ignored: [],
    untitled: 0,
  };
}

/**
 * The titles that a text names: CSV if its first line is a header that has 'Title', otherwise one title per line
 * (docs/product/library-files.md#files). A megabyte takes up to a second.
 */
export function parseList(raw: string): ParsedList | ListProblem {
  const text = cleanText(raw.replace(/^\ufeff/, ''));
  const delimiter = delimiterOf(text);
  return delimiter === null ? parseTitles(text) : parseCsv(text, delimiter);
}
