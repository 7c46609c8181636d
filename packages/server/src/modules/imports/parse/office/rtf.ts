import { type PiecedBook, type ReadOptions, unsafeBook } from '../book.ts';
import { documentWriter } from './document-writer.ts';
import { propertiesOf, readPages } from './read-pages.ts';
import { decodeRtf, encodingOfCharset, encodingOfCodePage, rtfTokens } from './rtf-tokens.ts';
import {
  byName,
  defined,
  type Format,
  isContentsField,
  kindOf,
  linkOfField,
  styleFormats,
} from './styles.ts';

/** Where the text of a group goes. */
type Destination =
  | 'text'
  | 'nowhere'
  | 'fonts'
  | 'styles'
  | 'instruction'
  | 'bookmark'
  | 'shape'
  | keyof typeof noInfo;

const noInfo = { title: '', author: '', description: '', keywords: '' };

const signs = byName({
  tab: ' ',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: '\u2003',
  enspace: '\u2002',
  qmspace: '\u2005',
  zwj: '\u200D',
  zwnj: '\u200C',
  ltrmark: '\u200E',
  rtlmark: '\u200F',
});

const destinations = byName<Destination>({
  fonttbl: 'fonts',
  stylesheet: 'styles',
  fldinst: 'instruction',
  bkmkstart: 'bookmark',
  sp: 'shape',
  shpinst: 'text',
  shptxt: 'text',
  shppict: 'text',
  title: 'title',
  author: 'author',
  doccomm: 'description',
  keywords: 'keywords',
});
const skipped =
  /^(?:info|colortbl|filetbl|listtable|header[lrf]?|footer[lrf]?|a?ftn(?:sepc?|cn)|pict|nonshppict|shprslt|annotation|objdata|xe|tc|rxe|txe|template|pn|company|operator|subject|category|manager|comment|hlinkbase)$/;

/** Lines, connectors, and ornaments, by their numbers. */
const drawn = /^shapeType(?:3|4|12|20|3[2-9]|40|64|74|18[3478])$/;

const isOn = (value: number | null) => value !== 0;

type Setter = (value: number | null) => Format;
/** What control words set of characters, and of paragraphs. */
const runWords = byName<Setter>({
  b: (value) => ({ bold: isOn(value) }),
  i: (value) => ({ italic: isOn(value) }),
  v: (value) => ({ hidden: isOn(value) }),
  deleted: (value) => ({ hidden: isOn(value) }),
  strike: (value) => ({ struck: isOn(value) }),
  striked: (value) => ({ struck: isOn(value) }),
  ulnone: () => ({ underlined: false }),
});
const paragraphWords = byName<Setter>({
  qc: () => ({ centered: true }),
  qr: () => ({ centered: true }),
  ql: () => ({ centered: false }),
  qj: () => ({ centered: false }),
  li: (value) => ({ indented: (value ?? 0) > 0 }),
  sb: (value) => ({ before: (value ?? 0) / 20 }),
  sa: (value) => ({ after: (value ?? 0) / 20 }),
  outlinelevel: (value) => ({ outline: (value ?? 9) < 9 ? (value ?? 0) + 1 : 0 }),
  pagebb: (value) => ({ breakBefore: isOn(value) }),
  brdrt: () => ({ ruledAbove: true }),
  brdrb: () => ({ ruledBelow: true }),
});

const maxDepth = 5000;

/** What is around a file's outermost group. */
const outside = {
  to: 'text' as Destination,
  run: {} as Format,
  paragraph: {} as Format,
  /** Where a text goes that has two forms. */
  outer: 'text' as Destination,
  style: undefined as string | undefined,
  font: -1,
  /** How many characters stand in for one that is written as `\u`. */
  fallback: 1,
  isContents: false,
  isInTable: false,
  /** A link; or a note or a text box, which has paragraphs of its own inside that of the text. */
  inner: null as 'note' | 'box' | 'link' | null,
};
type Group = typeof outside;

/** Reads a document in Rich Text Format. `name` is the fallback title. */
export function readRtf(bytes: Uint8Array, name: string, options: ReadOptions): PiecedBook {
  const fonts = new Map<number, string>();
  const styles = new Map<string, { own: Format; below: string | undefined }>();
  const styleOf = styleFormats((id) => styles.get(id) ?? { own: {}, below: undefined });
  const writer = documentWriter({
    styleOf: (style) => (style === undefined ? {} : styleOf(style)),
    labelOf: () => '',
  });
  const info = { ...noInfo };
  const groups: Group[] = [];
  let group: Group = outside;
  let encoding = 'windows-1252';
  let pending = '';
  /** Characters to leave out after `\u`. */
  let skip = 0;
  let isOptional = false;
  /** Whether a paragraph is open in the text, and in each note or text box inside. */
  const open = [false];
  let breakBefore = false;
  let isTableOpen = false;
  let definition = { id: '0', name: '', below: '', isParagraph: true };
  let instruction = '';
  let shape = '';

  const begin = () => {
    if (open.at(-1)) return;
    if (open.length === 1 && group.isInTable !== isTableOpen) {
      isTableOpen = group.isInTable;
      writer.tag('table', isTableOpen);
    }
    writer.begin(undefined, defined({ breakBefore: breakBefore || undefined }));
    breakBefore = false;
    open[open.length - 1] = true;
  };
  const endParagraph = () => {
    begin();
    const paragraph = writer.current();
    if (paragraph) paragraph.style = group.style;
    writer.set(group.paragraph);
    writer.end();
    open[open.length - 1] = false;
  };
  const write = (text: string) => {
    if (group.to === 'styles') definition.name += text;
    else if (group.to === 'shape') {
      shape = (shape + text).slice(0, 20);
      if (drawn.test(shape)) begin();
      if (drawn.test(shape)) writer.set({ ruledBelow: true });
    } else if (group.to === 'bookmark') writer.addAnchor(text);
    else if (group.to === 'instruction') instruction = (instruction + text).slice(0, 1000);
    else if (Object.hasOwn(info, group.to)) info[group.to as keyof typeof info] += text;
    else if (group.to === 'text') {
      begin();
      if (group.isContents) writer.set({ kind: 'contents' });
      else writer.addText(text, group.run);
    }
  };
  const flush = () => {
    if (pending === '') return;
    const bytes = pending;
    pending = '';
    if (group.to !== 'nowhere' && group.to !== 'fonts')
      write(decodeRtf(bytes, fonts.get(group.font) ?? encoding));
  };

  /** Whether the group is a style in the style sheet. */
  const isDefinition = () => groups.at(-1)?.to === 'styles' && groups.at(-2)?.to !== 'styles';
  const closeGroup = () => {
    if (group.inner === 'link') writer.endLink();
    else if (groups.length === 1 || group.inner !== null) {
      if (open.at(-1)) endParagraph();
      if (group.inner !== null) open.pop();
      if (group.inner === 'note') writer.endNote();
    }
    if (isDefinition() && definition.isParagraph) {
      const own = { ...group.paragraph, ...kindOf(definition.name.replace(/;.*$/s, '').trim()) };
      styles.set(definition.id, { own, below: definition.below || undefined });
    }
    group = groups.pop() ?? outside;
  };
  const openGroup = () => {
    if (groups.length > maxDepth) throw unsafeBook('its text is nested too deeply.');
    groups.push(group);
    group = { ...group, inner: null };
    if (isDefinition()) {
      definition = { id: '0', name: '', below: '', isParagraph: true };
      group.paragraph = {};
    }
  };

  const enter = (word: string): boolean => {
    const known = destinations.get(word) ?? '';
    const isInfo = Object.hasOwn(noInfo, known);
    // Of a text in two forms, the later one counts.
    if (word === 'upr') Object.assign(group, { outer: group.to, to: 'nowhere' });
    else if (word === 'ud') group.to = group.outer;
    if (word === 'upr' || word === 'ud') return true;
    if (group.to === 'nowhere' && !isInfo) return true;
    if (word === 'footnote') {
      begin();
      const id = `n${writer.noteIds.length + 1}`;
      writer.addNoteReference(id);
      writer.beginNote(id);
      group.inner = 'note';
      open.push(false);
    } else if (known !== '') {
      // Only the first author of a file wrote it.
      group.to = isInfo && info[known as keyof typeof noInfo] !== '' ? 'nowhere' : known;
      if (word === 'fldinst') instruction = '';
      if (word === 'sp') shape = '';
      if (word === 'shptxt') {
        begin();
        group.inner = 'box';
        open.push(false);
      }
    } else if (skipped.test(word) || isOptional) {
      if (word === 'pict') writer.losses.images += 1;
      if (word === 'annotation') writer.losses.comments += 1;
      if (/^moMath(?:Para)?$/.test(word)) writer.losses.formulas += 1;
      group.to = 'nowhere';
    } else if (word === 'fldrslt') {
      const link = linkOfField(instruction);
      if (link !== undefined) {
        begin();
        writer.beginLink(link);
        group.inner = 'link';
      }
      group.isContents ||= isContentsField(instruction);
    } else return false;
    return true;
  };

  const setting = (word: string, value: number | null) => {
    if (word === 'ansicpg') encoding = encodingOfCodePage(value ?? 1252);
    else if (word === 'mac') encoding = 'macintosh';
    else if (word === 'uc') group.fallback = value ?? 1;
    else if (word === 'f' || (word === 'deff' && group.font < 0)) group.font = value ?? 0;
    else if (word === 'fcharset' && group.to === 'fonts') {
      const ofFont = encodingOfCharset(value ?? 1);
      if (ofFont !== undefined) fonts.set(group.font, ofFont);
    } else if (word === 'plain') group.run = {};
    else if (/^ul(?!c$|none$)/.test(word)) group.run = { ...group.run, underlined: isOn(value) };
    else if (word === 'pard') Object.assign(group, { paragraph: {}, style: undefined, isInTable: false });
    else if (word === 'intbl') group.isInTable = true;
    else if (word === 's') group.style = definition.id = String(value ?? 0);
    else if (word === 'sbasedon') definition.below = String(value ?? '');
    else if (/^[ct]s$/.test(word)) definition.isParagraph &&= group.to !== 'styles';
    else {
      group.run = { ...group.run, ...runWords.get(word)?.(value) };
      group.paragraph = { ...group.paragraph, ...paragraphWords.get(word)?.(value) };
    }
  };

  const inText = (word: string): boolean => {
    if (group.to !== 'text') return false;
    if (word === 'par' || ((word === 'cell' || word === 'nestcell') && open.at(-1))) endParagraph();
    else if (word === 'line') {
      begin();
      writer.addLineBreak();
    } else if (word === 'page' && open.at(-1)) writer.breakPage();
    else if (word === 'page') breakBefore = true;
    else if (word === 'sect') {
      if (open.at(-1)) endParagraph();
      breakBefore = true;
    } else if (/^sbk(?:none|col)$/.test(word)) breakBefore = false;
    else if (signs.has(word)) write(signs.get(word) ?? '');
    else return false;
    return true;
  };

  const onWord = (word: string, value: number | null) => {
    if (word === 'u' && value !== null) {
      const code = value < 0 ? value + 0x10000 : value;
      // Letters of symbol fonts are in the private range.
      if (group.to !== 'nowhere') write(code >= 0xf000 && code < 0xf900 ? '❖' : String.fromCharCode(code));
      skip = group.fallback;
    } else if (skip > 0) skip -= 1;
    else if (!enter(word) && !inText(word)) setting(word, value);
    isOptional = false;
  };

  for (const token of rtfTokens(bytes)) {
    if (token.kind === 'bytes') {
      const text = token.text.slice(skip);
      skip = Math.max(0, skip - token.text.length);
      pending += text;
      continue;
    }
    flush();
    if (token.kind === 'word') onWord(token.name, token.value);
    else if (token.kind === 'brace') {
      skip = 0;
      isOptional = false;
      if (token.text === '{') openGroup();
      else closeGroup();
    } else if (skip > 0) skip -= 1;
    else if (token.text === '*') isOptional = true;
    else if (/[\\{}]/.test(token.text)) pending += token.text;
    else if (token.text === '~') write('\u00A0');
    else if (token.text === '_') write('-');
    else if (/[\r\n]/.test(token.text)) inText('par');
  }
  flush();
  // A file that was cut off.
  while (groups.length > 0) closeGroup();
  if (open.at(-1)) endParagraph();
  if (isTableOpen) writer.tag('table', false);
  const { author, keywords } = info;
  const properties = propertiesOf({ ...info, authors: [author], language: '', keywords: [keywords] });
  return readPages('rtf', writer.done(), properties, name, options);
}
