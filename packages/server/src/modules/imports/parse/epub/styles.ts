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
export interface Styles {
  of(name: string, classes: readonly string[]): Style;
}

const defaults: Record<string, Style> = {
  i: { italic: true },
  em: { italic: true },
  cite: { italic: true },
  dfn: { italic: true },
  var: { italic: true },
  b: { bold: true },
  u: { underlined: true },
  ins: { underlined: true },
  s: { struck: true },
  strike: { struck: true },
  del: { struck: true },
  p: { top: 1, bottom: 1 },
  strong: { bold: true },
};

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
    const [format] = value.split(/\s+/).flatMap((one) => listFormats[one] ?? []);
    if (/^list-style(?:-type)?$/.test(property) && format !== undefined) style.listFormat = format;
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
export function readStyles(sheets: readonly string[]): Styles {
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
    of(name, classes) {
      let style: Style = Object.hasOwn(defaults, name) ? { ...defaults[name] } : {};
      const keys = [
        `${name}.`,
        ...classes.map((one) => `.${one}`),
        ...classes.map((one) => `${name}.${one}`),
      ];
      for (const key of keys) style = { ...style, ...rules.get(key) };
      return style;
    },
  };
}
