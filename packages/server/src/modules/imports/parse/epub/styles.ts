/** The slant and weight set by a style sheet; undefined where not set. */
interface Style {
  italic?: boolean;
  bold?: boolean;
}

/** Looks up the slant and weight of an element by its name and classes. */
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
  strong: { bold: true },
};

/** Reads `font-style`, `font-weight` and `font` from CSS declarations. */
export function styleOf(declarations: string): Style {
  const style: Style = {};
  for (const declaration of declarations.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, colon).trim();
    const value = declaration.slice(colon + 1).trim();
    if (property === 'font-style' || (property === 'font' && /\b(?:italic|oblique)\b/.test(value)))
      style.italic = /\b(?:italic|oblique)\b/.test(value);
    if (property === 'font-weight') style.bold = /\b(?:bold|bolder|[6-9]00)\b/.test(value);
  }
  return style;
}

const simple = /^([a-z][a-z\d]*)?(?:\.([\w-]+))?$/i;

// The rules in order, except those in at-rules such as @media.
function* rulesOf(css: string): Generator<{ selectors: string; body: string }> {
  const text = css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '');
  let at = 0;
  while (at < text.length) {
    const brace = text.indexOf('{', at);
    if (brace < 0) return;
    const head = text.slice(at, brace);
    const selectors = head.slice(head.lastIndexOf(';') + 1).trim();
    let depth = 1;
    let end = brace + 1;
    while (end < text.length && depth > 0) {
      const code = text[end];
      if (code === '{') depth += 1;
      else if (code === '}') depth -= 1;
      end += 1;
    }
    if (!selectors.startsWith('@')) yield { selectors, body: text.slice(brace + 1, end - 1) };
    at = end;
  }
}

/** Reads style sheets in order. Supports only selectors of an element, a class, or both. */
export function readStyles(sheets: readonly string[]): Styles {
  const rules = new Map<string, Style>();
  for (const sheet of sheets)
    for (const { selectors, body } of rulesOf(sheet)) {
      const style = styleOf(body);
      if (style.italic === undefined && style.bold === undefined) continue;
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
