/** What a style sheet says about slant and weight; undefined where it says nothing. */
interface Style {
  italic?: boolean;
  bold?: boolean;
}

/** Slant and weight of an element with that name and these classes. */
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

/** Reads `font-style`, `font-weight` and `font` of a list of declarations. */
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

// The rules outside of @media and the like, selectors and declarations, in order.
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

/** Reads style sheets, in their order. Only rules for an element, a class, or both are looked at. */
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
