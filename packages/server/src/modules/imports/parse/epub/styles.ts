import { resolveReference } from './zip.ts';

/** What a style sheet sets; undefined where not set. Spaces are in em. */
export interface Style {
  hidden?: boolean;
  italic?: boolean;
  bold?: boolean;
  underlined?: boolean;
  struck?: boolean;
  top?: number;
  bottom?: number;
  /** Whether it is centered or at the end of the line. */
  isAligned?: boolean;
  left?: number;
  padding?: number;
  textIndent?: number;
  /** The numbers of a list, by Word's name for them. */
  listFormat?: string;
  /** Whether the ends of its lines are shown. */
  pre?: boolean;
}

const listFormats: Record<string, string> = {
  decimal: 'decimal',
  none: 'none',
  'upper-roman': 'upperRoman',
  'lower-roman': 'lowerRoman',
  'upper-alpha': 'upperLetter',
  'upper-latin': 'upperLetter',
  'lower-alpha': 'lowerLetter',
  'lower-latin': 'lowerLetter',
};

/** Looks up the style of an element by its name and classes. */
export type Styles = ReturnType<typeof readStyles>;

const elementsWith = (style: Style, names: string) => names.split(' ').map((name) => [name, style] as const);
const defaults: ReadonlyMap<string, Style> = new Map([
  ...elementsWith({ italic: true }, 'i em cite dfn var'),
  ...elementsWith({ bold: true }, 'b strong'),
  ...elementsWith({ underlined: true }, 'u ins'),
  ...elementsWith({ struck: true }, 's strike del'),
  ...elementsWith({ top: 1, bottom: 1 }, 'p'),
]);

const emPer: Record<string, number> = {
  pt: 1 / 12,
  px: 1 / 16,
  in: 6,
  cm: 2.4,
  mm: 0.24,
  pc: 1,
  ex: 0.5,
  '%': 0.3,
};

/** A length in em, as for letters of 12 points and lines of 30 em. */
function lengthOf(value: string | undefined): number | undefined {
  const found = /^(-?[\d.]{1,10})([a-z]+|%)?$/.exec(value ?? '');
  return found === null ? undefined : Number(found[1]) * (emPer[found[2] ?? ''] ?? 1);
}

const lengths: Record<string, 'top' | 'bottom' | 'left' | 'padding' | 'textIndent'> = {
  'margin-top': 'top',
  'margin-bottom': 'bottom',
  'margin-left': 'left',
  'padding-left': 'padding',
  'text-indent': 'textIndent',
};

/** Reads slant, weight, margins and alignment from CSS declarations. */
export function styleOf(declarations: string): Style {
  const style: Style = {};
  for (const declaration of declarations.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, colon).trim();
    const value = declaration.slice(colon + 1).trim();
    if (property === 'font-style' || (property === 'font' && /\b(?:italic|oblique)\b/.test(value)))
      style.italic = /\b(?:italic|oblique)\b/.test(value);
    const [listFormat] = value.split(/\s+/).flatMap((one) => listFormats[one] ?? []);
    if (/^list-style(?:-type)?$/.test(property) && listFormat !== undefined) style.listFormat = listFormat;
    if (property === 'white-space') style.pre = /^(?:pre|break-spaces)/.test(value);
    if (property === 'display') style.hidden = value.startsWith('none');
    if (lengths[property] !== undefined) style[lengths[property]] = lengthOf(value);
    if (property === 'margin') {
      const [top, right = top, bottom = top, left = right] = value.split(/\s+/).map(lengthOf);
      Object.assign(style, { top, bottom, left });
    }
    if (property === 'text-align') style.isAligned = /^(?:center|right|end)/.test(value);
    if (/^text-decoration(?:-line)?$/.test(property))
      Object.assign(style, {
        underlined: /\bunderline\b/.test(value),
        struck: /\bline-through\b/.test(value),
      });
    if (property === 'font-weight') style.bold = /\b(?:bold|bolder|[6-9]00)\b/.test(value);
  }
  return style;
}

const simple = /^([a-z][a-z\d]*)?(?:\.([\w-]+))?$/i;

// The rules in order, except those in at-rules such as @media.
function* rulesOf(css: string): Generator<{ selectors: string; body: string }> {
  let [depth, selectors] = [0, ''];
  for (const part of css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').split(/(?<=[{}])/)) {
    const inner = part.slice(0, -1);
    if (part.endsWith('{')) {
      if (depth === 0) selectors = inner.slice(inner.lastIndexOf(';') + 1).trim();
      depth += 1;
    } else {
      if (depth === 1 && !selectors.startsWith('@')) yield { selectors, body: inner };
      depth = Math.max(depth - 1, 0);
    }
  }
}

/** Reads style sheets in order. Supports only selectors of an element, a class, or both. */
export function readStyles(sheets: readonly string[]) {
  const rules = new Map<string, Style>();
  for (const sheet of sheets)
    for (const { selectors, body } of rulesOf(sheet)) {
      const style = styleOf(body);
      if (Object.keys(style).length === 0) continue;
      for (const selector of selectors.split(',')) {
        const found = simple.exec(selector.trim());
        if (found === null || selector.trim() === '') continue;
        const key = `${(found[1] ?? '').toLowerCase()}.${found[2] ?? ''}`;
        rules.set(key, { ...rules.get(key), ...style });
      }
    }
  return {
    of(name: string, classes: readonly string[]): Style {
      const keys = [`${name}.`, ...['', name].flatMap((start) => classes.map((one) => `${start}.${one}`))];
      return Object.assign({}, defaults.get(name), ...keys.map((key) => rules.get(key)));
    },
  };
}

/** The head of a page: all before its body, at most 200,000 characters. */
export const headOf = (markup: string): string => {
  const end = markup.search(/<body[\s>]/i);
  return markup.slice(0, end < 0 ? 20_000 : Math.min(end, 200_000));
};

export function sheetsOf(head: string, path: string): string[] {
  const links = head.match(/<link\b[^>]{0,2000}>/gi) ?? [];
  return links.flatMap((link) => {
    const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(link);
    if (!/stylesheet/i.test(link) || href === null) return [];
    return resolveReference(path, href[1] ?? href[2] ?? '')?.path ?? [];
  });
}

/** The style sheets inside a page's head. */
export const ownSheets = (head: string): string[] =>
  [...head.matchAll(/<style\b[^>]{0,2000}>([\s\S]*?)<\/style>/gi)].map((found) => found[1] ?? '');
