/** What a style sheet or a style attribute says about a text; null where it says nothing. */
export interface TextStyle {
  em: boolean | null;
  strong: boolean | null;
  isHidden: boolean;
  isStruck: boolean;
  isUnderlined: boolean;
  keepsSpaces: boolean | null;
}

const isBold = (weight: string): boolean => /^bold|^[6-9]\d\d/.test(weight);

/** Reads a declaration block; `style` belongs to a document or sheet that is never shown. */
export function textStyleOf(style: CSSStyleDeclaration): TextStyle {
  const { fontStyle, fontWeight, whiteSpace } = style;
  const decoration = `${style.textDecoration} ${style.textDecorationLine}`;
  return {
    em: fontStyle === '' ? null : /^(?:italic|oblique)/.test(fontStyle),
    strong: fontWeight === '' ? null : isBold(fontWeight),
    isHidden: style.display === 'none' || style.visibility === 'hidden',
    isStruck: decoration.includes('line-through'),
    isUnderlined: decoration.includes('underline'),
    keepsSpaces: whiteSpace === '' ? null : /^(?:pre|break-spaces)/.test(whiteSpace),
  };
}

/** The rules of style sheets that name one class, by that name, as word processors write them. */
export function rulesByClass(sheets: readonly string[]): Map<string, TextStyle> {
  const rules = new Map<string, TextStyle>();
  for (const text of sheets) {
    const sheet = new CSSStyleSheet();
    // It is never applied, so nothing in it is fetched; @import is ignored.
    sheet.replaceSync(text.replace(/<!--|-->/g, ''));
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule)) continue;
      for (const [, name] of rule.selectorText.matchAll(/(?:^|,\s*)[a-z\d]*\.([\w-]+)(?=\s*(?:,|$))/gi))
        if (name !== undefined) rules.set(name, textStyleOf(rule.style));
    }
  }
  return rules;
}
