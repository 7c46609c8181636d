import { brokenBook, encryptedBook, notABook, type PiecedBook, type ReadOptions } from '../book.ts';
import {
  type Attributes,
  childNamed,
  elementsNamed,
  type Opened,
  type Position,
  readXmlEvents,
  type XmlElement,
  xmlIn,
  xmlTree,
} from '../epub/xml.ts';
import { type Archive, readArchive } from '../epub/zip.ts';
import { listFormats } from '../titles.ts';
import { type DocumentPages, documentWriter } from './document-writer.ts';
import { readPages, readProperties } from './read-pages.ts';
import {
  countAt,
  defined,
  type Format,
  isOrnament,
  kindOf,
  type ListLevel,
  labelAt,
  styleFormats,
} from './styles.ts';

const pointsPer: Record<string, number> = { pt: 1, in: 72, cm: 28.35, mm: 2.835, pc: 12, px: 0.75 };

function points(value: string | undefined): number | undefined {
  const found = /^(-?[\d.]{1,10})(pt|in|cm|mm|pc|px)$/.exec(value ?? '');
  return found === null ? undefined : Number(found[1]) * (pointsPer[found[2] ?? 'pt'] ?? 1);
}

const oneOf = (value: string | undefined, yes: RegExp): boolean | undefined =>
  value === undefined ? undefined : yes.test(value);

function formatOf(style: XmlElement): Format {
  const text = childNamed(style, 'text-properties')?.attributes ?? {};
  const paragraph = childNamed(style, 'paragraph-properties')?.attributes ?? {};
  const indent = points(paragraph['margin-left']);
  return defined({
    italic: oneOf(text['font-style'], /italic|oblique/),
    bold: oneOf(text['font-weight'], /bold|[6-9]00/),
    hidden: oneOf(text.display, /none/),
    underlined: oneOf(text['text-underline-style'], /^(?!none)/),
    struck: oneOf(text['text-line-through-style'], /^(?!none)/),
    centered: oneOf(paragraph['text-align'], /center|end|right/),
    indented: indent === undefined ? undefined : indent > 0,
    before: points(paragraph['margin-top']),
    after: points(paragraph['margin-bottom']),
    ruledAbove: oneOf(paragraph['border-top'] ?? paragraph.border, /^(?!none)/),
    ruledBelow: oneOf(paragraph['border-bottom'] ?? paragraph.border, /^(?!none)/),
    breakBefore: style.attributes['master-page-name'] ? true : oneOf(paragraph['break-before'], /page/),
    breakAfter: oneOf(paragraph['break-after'], /page/),
  });
}

/** A level by its element, which shows the numbers of some levels above it; `suffix` is what it has if none is stated. */
function levelOf(element: XmlElement, level: number, suffix: string): ListLevel {
  const { attributes, name } = element;
  const { 'num-format': format = '1', 'num-suffix': after = suffix, 'num-prefix': before = '' } = attributes;
  const shown = Math.min(level, Number(attributes['display-levels']) || 1);
  const numbers = Array.from({ length: shown }, (_, i) => `%${level - shown + 1 + i}`).join('.');
  return {
    format: /-(?:bullet|image)$/.test(name) ? 'bullet' : (listFormats[format] ?? 'decimal'),
    start: Number(attributes['start-value']) || 1,
    text: format === '' ? '' : before + numbers + after,
  };
}

/** Reads the styles of an OpenDocument text: those of its style file, and those of its content. */
function readOdtStyles(roots: readonly XmlElement[]) {
  const named = (name: string) => roots.flatMap((root) => elementsNamed(root, name));
  const byKey = new Map(
    named('style').map((style) => [`${style.attributes.family}/${style.attributes.name}`, style]),
  );
  const lists = new Map(named('list-style').map((style) => [style.attributes.name, style.children]));
  const headings = named('outline-level-style');
  const isAt = (level: number) => (one: XmlElement) => Number(one.attributes.level) === level;
  const find = styleFormats((key) => {
    const style = byKey.get(key);
    const [family = '', name = ''] = key.split('/', 2);
    const { 'display-name': shown = name, 'parent-style-name': parent } = style?.attributes ?? {};
    const kind = kindOf(shown.replaceAll('_20_', ' '));
    return { own: { ...(style && formatOf(style)), ...kind }, below: parent && `${family}/${parent}` };
  });
  return {
    style: (family: 'paragraph' | 'text', name: string | undefined): Format =>
      name === undefined ? {} : find(`${family}/${name}`),
    listLevel(listStyle: string | undefined, level: number): ListLevel {
      const levels = lists.get(listStyle) ?? [];
      const element = levels.find(isAt(level)) ?? levels[0];
      return element ? levelOf(element, level, '.') : { format: 'bullet', start: 1, text: '' };
    },
    headingLevel(level: number): ListLevel | undefined {
      const element = headings.find(isAt(level));
      return element && levelOf(element, level, '');
    },
  };
}

/** Numbers headings, and the items of lists, which may contain each other. */
function followLists(styles: ReturnType<typeof readOdtStyles>) {
  const open: { style: string | undefined; count: number }[] = [];
  const headings: number[] = [];
  const last = new Map<string | undefined, number>();
  let label = '';
  /** The label of the item that has just begun, once. */
  const takeLabel = (): string => {
    const taken = label;
    label = '';
    return taken;
  };
  return {
    begin({ 'style-name': name, 'continue-numbering': continues, 'continue-list': list }: Attributes) {
      // A list inside another one has the style of that one.
      const style = name ?? open.at(-1)?.style;
      const before = styles.listLevel(style, open.length + 1).start - 1;
      const goesOn = continues === 'true' || list !== undefined;
      open.push({ style, count: goesOn ? (last.get(style) ?? before) : before });
    },
    item({ 'start-value': start = '' }: Attributes) {
      const list = open.at(-1);
      if (list === undefined) return;
      list.count = Number.parseInt(start, 10) || list.count + 1;
      label = labelAt(
        open.map(({ count }) => count),
        (at) => styles.listLevel(open[at]?.style, at + 1),
      );
    },
    end() {
      const list = open.pop();
      if (list) last.set(list.style, list.count);
      label = '';
    },
    takeLabel,
    /** The number that is shown before the next heading of a level. */
    headingLabel(outline: number): string {
      takeLabel();
      const levelAt = (at: number) => styles.headingLevel(at + 1);
      countAt(headings, outline - 1, levelAt);
      return labelAt(headings, levelAt);
    },
  };
}

// Deleted text, indexes, declarations, and copies of what is shown elsewhere.
const skipped = new Set(
  (
    'tracked-changes annotation annotation-end table-of-content alphabetical-index illustration-index table-index ' +
    'object-index user-index bibliography sequence-decls variable-decls user-field-decls dde-connection-decls forms ' +
    'scripts script note-citation number binary-data hidden-text desc event-listeners ' +
    'covered-table-cell'
  ).split(' '),
);

const maxOutline = 10;

/** Elements whose spaces are part of the text. */
const inline = /^(?:p|h|span|a|ruby-base|meta)$/;

/** Whether a section is hidden, always or by its condition when the file was saved; or a field is unfilled. */
const isHidden = ({ name, attributes }: Opened): boolean =>
  name === 'placeholder' ||
  attributes['showing-place-holder'] === 'true' ||
  (name === 'section' && (attributes.display === 'none' || attributes['is-hidden'] === 'true'));

/** The path of an object inside the file, as its text and its list of contents write it. */
const objectPath = (path = ''): string => path.replace(/^\.\/|\/$/g, '');

/**
 * Reads the text of an OpenDocument file, and the styles above it; `common` are those of its style file, `formulas` the
 * paths of its formulas. Text boxes follow the paragraph that they are in. Tracked changes count as accepted.
 */
function readOdtBody(
  bytes: Uint8Array,
  common: XmlElement | null,
  formulas: ReadonlySet<string>,
): DocumentPages {
  const automatic = xmlTree();
  let styles = readOdtStyles([]);
  let lists = followLists(styles);
  const writer = documentWriter({
    styleOf: (style) => styles.style('paragraph', style),
    labelOf({ outline = 0 }, isBlank) {
      if (outline > 0) return lists.headingLabel(outline);
      return isBlank ? '' : lists.takeLabel();
    },
  });
  /** The format of each open paragraph, and those of the spans in it. */
  const formats: Format[][] = [];
  let reading: string | null = null;

  const begin = ({ name, attributes }: Opened) => {
    const style = attributes['style-name'];
    const outline = Math.min(Math.max(1, Number(attributes['outline-level']) || 1), maxOutline);
    writer.begin(style, name === 'h' ? { outline } : {});
    formats.push([styles.style('paragraph', style)]);
  };

  const write = (text: string) => {
    const all = formats.at(-1) ?? [];
    writer.addText(text, Object.assign({}, all[0], { bold: false }, ...all.slice(1)));
  };

  const isFormula = ({ name, attributes }: Opened): boolean =>
    name === 'math' || (name === 'object' && formulas.has(objectPath(attributes.href)));

  /** Skips the title of a picture, but not the document's title in a field. */
  const isSkipped = ({ name }: Opened, parent = ''): boolean =>
    skipped.has(name) || (name === 'title' && !/^(?:p|h|span|a)$/.test(parent));

  const openInBody = (element: Opened, at: Position) => {
    const { name, attributes } = element;
    if (name === 'annotation') writer.losses.comments += 1;
    if (name === 'hidden-text') writer.countLost(attributes['string-value'] ?? '');
    if (isHidden(element)) at.skip(name, writer.countLost);
    else if (isFormula(element)) {
      writer.losses.formulas += 1;
      // Its picture is left out too.
      at.skip('frame');
    } else if (isSkipped(element, at.path.at(-2))) at.skip(name);
    else if (name === 'p' || name === 'h') begin(element);
    else if (name === 'span') formats.at(-1)?.push(styles.style('text', attributes['style-name']));
    else if (name === 'tab') write(' ');
    else if (name === 's') write(' '.repeat(Math.min(Number(attributes.c) || 1, 100)));
    else if (name === 'line-break') writer.addLineBreak();
    else if (name === 'a')
      writer.beginLink(attributes.href?.startsWith('#') ? attributes.href.slice(1) : null);
    else if (name === 'bookmark' || name === 'bookmark-start') writer.addAnchor(attributes.name ?? '');
    else if (name === 'list') lists.begin(attributes);
    else if (name === 'list-item') lists.item(attributes);
    else if (name === 'note') writer.addNoteReference(`n${writer.noteIds.length + 1}`);
    else if (name === 'note-body') writer.beginNote(writer.noteIds.at(-1) ?? '');
    else if (name === 'image') writer.losses.images += 1;
    else if (
      /^(?:line|connector|polyline|path)$/.test(name) ||
      (name === 'enhanced-geometry' && isOrnament(attributes.type))
    )
      writer.set({ ruledBelow: true });
    else if (name === 'ruby-text') reading = '';
    else writer.tag(name, true);
  };

  readXmlEvents(bytes, 'text', {
    open(element, at) {
      if (element.name === 'body' && at.path.length === 2) {
        styles = readOdtStyles([...(common === null ? [] : [common]), automatic.root]);
        lists = followLists(styles);
      } else if (at.path[1] !== 'body') automatic.open(element);
      else openInBody(element, at);
    },
    close(name, { path }) {
      if (path[1] !== 'body') automatic.close();
      else if (name === 'p' || name === 'h') {
        writer.end();
        formats.pop();
      } else if (name === 'span') formats.at(-1)?.pop();
      else if (name === 'a') writer.endLink();
      else if (name === 'list') lists.end();
      else if (name === 'note-body') writer.endNote();
      else if (name === 'ruby-text') {
        if (reading) writer.addRuby(reading);
        reading = null;
      } else writer.tag(name, false);
    },
    text(text, { path }) {
      if (path[1] !== 'body') return;
      if (reading !== null) reading += text;
      else if (text.trim() !== '' || inline.test(path.at(-1) ?? '')) write(text.replace(/[ \t\r\n]+/g, ' '));
    },
  });
  return writer.done();
}

/** Refuses other files of the same kind; the paths of the formulas. */
async function formulasOf(archive: Archive): Promise<ReadonlySet<string>> {
  const bytes = await archive.read('mimetype');
  const type = bytes === null ? '' : new TextDecoder().decode(bytes.subarray(0, 200)).trim();
  if (/spreadsheet/.test(type)) throw notABook('This is a spreadsheet.');
  if (/presentation|graphics|chart|formula|image|database|base/.test(type))
    throw notABook('This is an OpenDocument file, but not a text.');
  const manifest = await xmlIn(archive, 'META-INF/manifest.xml', 'list of contents');
  if (elementsNamed(manifest, 'encryption-data').length > 0) throw encryptedBook();
  const entries = elementsNamed(manifest, 'file-entry').map(({ attributes }) => attributes);
  const formulas = entries.filter((entry) => entry['media-type']?.endsWith('.formula'));
  return new Set(formulas.map((entry) => objectPath(entry['full-path'])));
}

/** Reads an OpenDocument text (.odt). `name` is the fallback title. */
export async function readOdt(bytes: Uint8Array, name: string, options: ReadOptions): Promise<PiecedBook> {
  const archive = await readArchive(bytes, { ...options, entryBytes: options.documentBytes });
  const formulas = await formulasOf(archive);
  const content = await archive.read('content.xml');
  if (content === null) throw brokenBook('its text is missing.');
  const common = await xmlIn(archive, 'styles.xml', 'styles');
  const properties = readProperties(await xmlIn(archive, 'meta.xml', 'properties'));
  return readPages('odt', readOdtBody(content, common, formulas), properties, name, options);
}
