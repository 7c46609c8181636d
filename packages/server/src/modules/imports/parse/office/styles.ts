import { numberText } from '../titles.ts';
/** What a style or a paragraph sets itself; what is not set comes from the style below. Spaces are in points. */
export interface Format {
  kind?: 'title' | 'contents' | 'verse' | 'author-note' | 'glossary' | 'scene';
  /** 1 for the outermost heading; 0 for text. */
  outline?: number;
  italic?: boolean;
  bold?: boolean;
  underlined?: boolean;
  struck?: boolean;
  hidden?: boolean;
  centered?: boolean;
  indented?: boolean;
  before?: number;
  after?: number;
  /** Whether it has a line above or below it: a scene break, if it has no text. */
  ruledAbove?: boolean;
  ruledBelow?: boolean;
  /** Whether its characters have a border: an empty paragraph draws that of the box below it. */
  boxed?: boolean;
  breakBefore?: boolean;
  breakAfter?: boolean;
  /** The list that numbers it, and its level. */
  list?: string;
  listLevel?: number;
}

/** Looks up by words of a file, which may be names of any object's members. */
export const byName = <T>(all: Record<string, T>): ReadonlyMap<string, T> => new Map(Object.entries(all));

/** What is set of a format; properties that are not set must not hide those of the style below. */
export const defined = (format: Format): Format =>
  Object.fromEntries(Object.entries(format).filter(([, value]) => value !== undefined));

/** Whether a shape is drawn as a scene break, by its name in Word or LibreOffice. */
export const isOrnament = (shape: string | undefined): boolean =>
  /line|connector|wave|star|diamond|ellipse|heart|moon|sun/i.test(shape ?? '');

const contents =
  /^(?:toc|contents|index|(?:illustration|table|user) index|bibliography) (?:heading|\d+)$|^table of (?:figures|authorities)$/i;

/** The kind of the paragraphs in a style by its name, which is English in every language of Word and LibreOffice. */
export function kindOf(name: string): Format {
  const outline = /^heading (\d)$/i.exec(name)?.[1];
  if (outline !== undefined) return { outline: Number(outline) };
  if (/^title$/i.test(name)) return { kind: 'title' };
  if (/hyperlink$|internet link$/i.test(name)) return { underlined: false };
  if (/^scene break$/i.test(name)) return { kind: 'scene' };
  if (contents.test(name)) return { kind: 'contents' };
  if (/^glossary (?:heading|entry|text)$/i.test(name)) return { kind: 'glossary' };
  if (/^author'?s? ?notes?$/i.test(name)) return { kind: 'author-note' };
  return /verse|poem|poetry|stanza|lyrics/i.test(name) ? { kind: 'verse' } : {};
}

const maxDerived = 20;

/**
 * Looks up formats of styles, which are based on each other. `read` has what a style sets itself, and the style below;
 * `base` is below all.
 */
export function styleFormats(
  read: (id: string) => { own: Format; below: string | undefined },
  base: Format = {},
): (id: string) => Format {
  const known = new Map<string, Format>();
  const resolve = (id: string, above: number): Format => {
    const cached = known.get(id);
    if (cached) return cached;
    const { own, below } = read(id);
    const inherited = below === undefined || above >= maxDerived ? base : resolve(below, above + 1);
    const format = { ...inherited, ...own };
    known.set(id, format);
    return format;
  };
  return (id) => resolve(id, 0);
}

/** Whether a field of a Word or RTF file is a table of contents, by its instruction. */
export const isContentsField = (instruction: string): boolean => /^\s*(?:TOC|INDEX|TOA)\b/i.test(instruction);

/** Where the link of a field leads: to a place in the text, or null for an address; undefined for other fields. */
export function linkOfField(instruction: string): string | null | undefined {
  const found = /^\s*HYPERLINK\s+(?:\\l\s+"?([^"\s]+)|"?(?:https?|ftp|mailto):)/i.exec(instruction);
  return found === null ? undefined : (found[1] ?? null);
}

/** A level of a list; `text` is such as `Chapter %1.%2`, with the numbers of the levels from the outermost on. */
export interface ListLevel {
  /** One of Word's names; `bullet` for none. */
  format: string;
  start: number;
  text: string;
}

type LevelAt = (at: number) => ListLevel | undefined;

const maxLabel = 100;

/** What is shown before an item, by the numbers of its level and of those above. */
export function labelAt(numbers: readonly number[], levelAt: LevelAt): string {
  const level = levelAt(numbers.length - 1);
  if (level?.format === 'bullet') return '•';
  const numberAt = (_: string, digit: string) =>
    numberText(numbers[Number(digit) - 1] ?? 1, levelAt(Number(digit) - 1)?.format ?? 'decimal');
  return (level?.text ?? '').replace(/%(\d)/g, numberAt).slice(0, maxLabel).trim();
}

/** Counts the next item of a level; an outer level that has not appeared yet counts as its first. */
export function countAt(numbers: number[], at: number, levelAt: LevelAt): void {
  for (let i = 0; i < at; i += 1) numbers[i] ??= levelAt(i)?.start ?? 1;
  numbers[at] = numbers[at] === undefined ? (levelAt(at)?.start ?? 1) : numbers[at] + 1;
  numbers.length = at + 1;
}
