import type { Run } from '@inkling/contract/chapter-text';
import { decodeEntities } from '../html-text.ts';
import { type InlineItem, marksBetween, runsOf } from './emphasis.ts';

/** The link and note definitions in the file. */
export interface References {
  links: ReadonlySet<string>;
  /** The mark for a note's reference (`[1]`); null when the note does not exist. */
  noteMark(name: string): string | null;
}

export const referenceKey = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, ' ');

// The end of the link target that starts with the bracket at `at`; -1 when it is not closed.
function endOfTarget(text: string, at: number): number {
  let depth = 0;
  const limit = Math.min(text.length, at + 4000);
  for (let i = at; i < limit; i += 1) {
    const char = text[i];
    if (char === '\\') i += 1;
    else if (char === '(') depth += 1;
    else if (char === ')') {
      depth -= 1;
      if (depth === 0) return i;
    }
  }
  return -1;
}

// The end of the link whose text closes at `at`; -1 when the brackets are not a link.
function endOfLink(text: string, at: number, label: string, references: References): number {
  const next = text[at + 1];
  if (next === '(') return endOfTarget(text, at + 1);
  if (next === '[') {
    const close = text.indexOf(']', at + 2);
    const name = close < 0 ? '' : text.slice(at + 2, close);
    if (close >= 0 && references.links.has(referenceKey(name === '' ? label : name))) return close;
  }
  return references.links.has(referenceKey(label)) ? at : -1;
}

const tag = /^<(?:\/?[a-z][a-z\d-]*(?:\s[^<>]*)?\/?|!--[\s\S]*?--|![a-z][^<>]*|\?[^<>]*)>/i;
const autolink = /^<((?:https?:|mailto:)[^\s<>]+|[^\s<>@]+@[^\s<>@]+)>/i;
const note = /^\[\^([^\]\s]+)\]/;

const marksOfTags: Record<string, 1 | 2> = { em: 1, i: 1, strong: 2, b: 2 };

/** The marks that a tag of emphasis stands for; null for other tags and for one that the text does not close. */
function emphasisOf(markup: string, text: string, at: number): InlineItem | null {
  const [, slash, name = ''] = /^<(\/?)([a-z]+)>$/i.exec(markup) ?? [];
  const count = marksOfTags[name.toLowerCase()];
  if (count === undefined) return null;
  const opens = slash === '';
  const isPaired = opens ? text.includes(`</${name}>`, at) : text.lastIndexOf(`<${name}>`, at) >= 0;
  return isPaired ? { kind: 'marks', mark: '*', count, opens, closes: !opens } : null;
}

/**
 * The runs of a Markdown paragraph: emphasis, escapes and entities are parsed, links become their text, images and HTML
 * tags are removed, code is literal.
 */
export function runsOfMarkdown(text: string, references: References): Run[] {
  const items: InlineItem[] = [];
  const brackets: { item: number; at: number; image: boolean }[] = [];
  let plain = '';
  const endText = () => {
    if (plain !== '') items.push({ kind: 'text', text: plain });
    plain = '';
  };

  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i);
    const next = text.charAt(i + 1);
    if (char === '\\' && /[!-/:-@[-`{-~]/.test(next)) {
      plain += next;
      i += 1;
    } else if (char === '`') {
      const ticks = /^`+/.exec(text.slice(i, i + 32))?.[0] ?? char;
      const close = text.indexOf(ticks, i + ticks.length);
      plain += close < 0 ? ticks : text.slice(i + ticks.length, close);
      i = (close < 0 ? i : close) + ticks.length - 1;
    } else if (char === '*' || char === '_') {
      let end = i;
      while (text[end] === char) end += 1;
      endText();
      items.push(marksBetween(char, end - i, text.charAt(i - 1), text.charAt(end)));
      i = end - 1;
    } else if (char === '<') {
      const rest = text.slice(i, i + 2000);
      const link = autolink.exec(rest);
      const markup = link ? null : tag.exec(rest);
      const styled = markup && emphasisOf(markup[0], text, i);
      if (styled) {
        endText();
        items.push(styled);
      }
      plain += link?.[1] ?? (markup ? '' : char);
      i += Math.max(1, link?.[0].length ?? markup?.[0].length ?? 1) - 1;
    } else if (char === '&') {
      const entity = /^&#?[a-z\d]{1,32};/i.exec(text.slice(i, i + 40))?.[0] ?? char;
      plain += decodeEntities(entity);
      i += entity.length - 1;
    } else if (char === '[' || (char === '!' && next === '[')) {
      const found = char === '[' ? note.exec(text.slice(i, i + 200)) : null;
      const mark = found ? references.noteMark(found[1] ?? '') : null;
      if (found && mark !== null) {
        plain += mark;
        i += found[0].length - 1;
        continue;
      }
      endText();
      if (char === '!') i += 1;
      brackets.push({ item: items.length, at: i + 1, image: char === '!' });
      items.push({ kind: 'text', text: char === '!' ? '![' : '[' });
    } else if (char === ']' && brackets.length > 0) {
      const open = brackets.pop();
      const end = open ? endOfLink(text, i, text.slice(open.at, i), references) : -1;
      if (open === undefined || end < 0) {
        plain += char;
        continue;
      }
      endText();
      if (open.image) items.length = open.item;
      else items[open.item] = { kind: 'text', text: '' };
      i = end;
    } else plain += char;
  }
  endText();
  return runsOf(items);
}
