import type { XmlElement } from '../epub/xml.ts';
import { elementsNamed } from '../epub/xml.ts';
import type { ParagraphLook } from './pages.ts';

/** What a style or a paragraph sets itself; what is not set comes from the style below. */
export interface DocxFormat {
  italic?: boolean;
  bold?: boolean;
  hidden?: boolean;
  /** 1 for the outermost heading; 0 for text. */
  outline?: number;
  centered?: boolean;
  indented?: boolean;
  before?: number;
  after?: number;
  ruled?: boolean;
  breakBefore?: boolean;
  numbering?: { list?: string; level?: number };
}

interface DocxStyle extends DocxFormat {
  kind: ParagraphLook['kind'];
}

export interface DocxStyles {
  /** The style of a paragraph; that of ordinary paragraphs without an id. */
  paragraph(id: string | undefined): DocxStyle;
  character(id: string | undefined): DocxFormat;
}

const isOn = (value: string | undefined): boolean => !/^(?:0|false|off|none)$/i.test(value ?? '');

const twips = (value: string | undefined): number | undefined =>
  value === undefined || !/^-?\d+$/.test(value) ? undefined : Number(value) / 20;

/** Adds one property of a paragraph or run, by its element, to a format. */
export function addProperty(
  format: DocxFormat,
  name: string,
  attributes: Readonly<Record<string, string>>,
): void {
  const { val } = attributes;
  switch (name) {
    case 'i':
      format.italic = isOn(val);
      return;
    case 'b':
      format.bold = isOn(val);
      return;
    case 'vanish':
      format.hidden = isOn(val);
      return;
    case 'outlineLvl':
      format.outline = Number(val) < 9 ? Number(val) + 1 : 0;
      return;
    case 'jc':
      format.centered = /^(?:center|right|end)$/.test(val ?? '');
      return;
    case 'ind':
      format.indented = Number(attributes.left ?? attributes.start ?? 0) > 0;
      return;
    case 'pageBreakBefore':
      format.breakBefore = isOn(val);
      return;
    case 'spacing':
      format.before = isOn(attributes.beforeAutospacing ?? '0')
        ? 14
        : (twips(attributes.before) ?? format.before);
      format.after = isOn(attributes.afterAutospacing ?? '0')
        ? 14
        : (twips(attributes.after) ?? format.after);
      return;
    case 'numId':
      format.numbering = { ...format.numbering, list: val ?? '' };
      return;
    case 'ilvl':
      format.numbering = { ...format.numbering, level: Number(val) || 0 };
      return;
  }
}

const maxDerived = 20;

/** The built-in names of styles are English in every language of Word. */
function kindOf(name: string): ParagraphLook['kind'] {
  if (/^title$/i.test(name)) return 'title';
  if (/^toc (?:heading|\d)$|^(?:table of (?:figures|authorities)|index \d)$/i.test(name)) return 'contents';
  if (/^author'?s? ?notes?$/i.test(name)) return 'author-note';
  return /verse|poem|poetry|stanza|lyrics/i.test(name) ? 'verse' : 'text';
}

const child = (element: XmlElement, name: string) => element.children.find((one) => one.name === name);

function formatOf(properties: readonly (XmlElement | undefined)[]): DocxFormat {
  const format: DocxFormat = {};
  for (const element of properties)
    for (const { name, attributes, children } of element?.children ?? []) {
      if (name === 'numPr')
        for (const one of children) addProperty(format, one.name, Object.fromEntries(one.attributes));
      else if (name === 'pBdr') format.ruled = children.some((border) => border.name === 'bottom');
      else addProperty(format, name, Object.fromEntries(attributes));
    }
  return format;
}

/** Reads `styles.xml`; null when the document has none. */
export function readDocxStyles(root: XmlElement | null): DocxStyles {
  const elements = root === null ? [] : elementsNamed(root, 'style');
  const byId = new Map(elements.map((style) => [style.attributes.get('styleId') ?? '', style]));
  const usual = elements.find(
    ({ attributes }) => attributes.get('type') === 'paragraph' && attributes.get('default') === '1',
  );
  const defaults = root === null ? [] : elementsNamed(root, 'pPrDefault');
  const base = formatOf(defaults.map((one) => child(one, 'pPr')));
  const known = new Map<string, DocxStyle>();

  const resolve = (id: string, above: number): DocxStyle => {
    const cached = known.get(id);
    if (cached) return cached;
    const element = byId.get(id);
    const name = (element && child(element, 'name')?.attributes.get('val')) ?? '';
    const below = element && child(element, 'basedOn')?.attributes.get('val');
    const inherited: DocxStyle =
      below === undefined || above >= maxDerived ? { ...base, kind: 'text' } : resolve(below, above + 1);
    const own = element ? formatOf([child(element, 'pPr'), child(element, 'rPr')]) : {};
    const heading = /^heading (\d)$/i.exec(name)?.[1];
    const kind = kindOf(name);
    const style: DocxStyle = {
      ...inherited,
      ...own,
      ...(heading === undefined ? {} : { outline: Number(heading) }),
      numbering: own.numbering ? { ...inherited.numbering, ...own.numbering } : inherited.numbering,
      kind: kind === 'text' ? inherited.kind : kind,
    };
    known.set(id, style);
    return style;
  };
  return {
    paragraph: (id) => resolve(id ?? usual?.attributes.get('styleId') ?? '', 0),
    character: (id) => (id === undefined ? {} : resolve(id, 0)),
  };
}
