import { authorNoteType, quoteType } from './blocks.ts';

/** The meaning of XHTML elements for a book's text, by name, EPUB type, role and class. */

export const blockElements = new Set(
  (
    'address article aside blockquote body caption center dd details div dl dt fieldset footer h1 h2 h3 h4 h5 h6 ' +
    'header hgroup hr li main ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);

const inlineElements = new Set(
  (
    'a abbr acronym area b base basefont bdi bdo big br cite code col colgroup data datalist del dfn dir em embed ' +
    'figcaption figure font form frame frameset html i img ins kbd label legend link map mark menu meta meter optgroup ' +
    'object option output param picture progress q rb rp rt rtc ruby s samp search slot small source span strike strong sub ' +
    'sup time title track tt u var wbr'
  ).split(' '),
);

/**
 * Whether a tag is one of HTML, a comment or the like; what is between angle brackets otherwise is text: `<System>`,
 * `<Mara>`. Nobody writes a tag with one capital.
 */
export function isElementTag(tag: string): boolean {
  const name = /^<\/?([a-z][a-z\d]*(?:[:-]\w[\w-]*)?)(?=[\s/>])/i.exec(tag)?.[1];
  if (name === undefined) return /^<[!?]/.test(tag);
  if (/[:-]/.test(name)) return true;
  const lower = name.toLowerCase();
  if (name !== lower && name !== name.toUpperCase()) return false;
  return blockElements.has(lower) || silentElements.has(lower) || inlineElements.has(lower);
}

/** Markup whose angle brackets around names that no element has, and that nothing closes, are text. */
export function withTextBrackets(markup: string): string {
  const closed = new Map<string, boolean>();
  const isClosed = (name: string): boolean => {
    const known = closed.get(name) ?? (closed.size < maxNames ? markup.includes(`</${name}`) : true);
    closed.set(name, known);
    return known;
  };
  return markup.replace(/<([a-z][^<>]{0,200})>/gi, (tag, inner: string) =>
    !isElementTag(tag) && !/[=/]/.test(inner) && !isClosed(inner.trim()) ? `&lt;${inner}&gt;` : tag,
  );
}

/** More names between angle brackets are not looked up. */
const maxNames = 500;

const silentElements = new Set(
  (
    'head script style template noscript svg audio video iframe canvas nav figcaption button input select ' +
    'textarea rp annotation annotation-xml'
  ).split(' '),
);

const pageNumber = /^(?:page-?num(?:ber)?s?|page-?no|page|pgno|pb|page-?break)$/i;
/** The number of a line of a poem, which is no part of its last word. */
const lineNumber = /^(?:line-?num(?:ber)?s?|line-?no|ln|linenum|verse-?num(?:ber)?)$/i;
const caption = /^(?:fig-?)?caption\w*$|^illo-?caption$/i;
const picture = /^(?:fig|figure|fig-?(?:center|left|right)|illustration|illus|illo|plate|image-?caption)$/i;
const aside =
  /^(?:pg-?boilerplate|pg-?header|pg-?footer|pgheader|pgfooter|trans(?:criber)?s?-?notes?|tnotes?|tn|tnbox|covernote|x-ebookmaker-drop)$/i;
const dropCap =
  /^(?:drop-?caps?|dropcap\w*|drop|cap|initial(?:-?letter)?|letra|lettrine|first-?letter|illuminated)$/i;
const scene =
  /^(?:(?:scene|section|thought|space|context)-?(?:break|divider|separator)|tb|asterism|ornament)$/i;

/** Classes that publishers and Project Gutenberg use in place of EPUB types. */
const typeClasses = new Set(
  (
    'titlepage title-page halftitle halftitlepage half-title copyright copyright-page copyrightpage colophon toc ' +
    'table-of-contents advertisement advertisements dedication epigraph footnotes endnotes footnote endnote'
  ).split(' '),
);

const tokens = (value: string | undefined) => (value ?? '').split(/\s+/).filter(Boolean);

/** Poems, and the lines above and below a letter. */
const verse =
  /^(?:verse|line-block|poem|poetry|poetry-?container|stanza|lyrics?|song|salutation|valediction|signature|z3998:(?:verse|poem|song|hymn|salutation|valediction|signature))$/i;

/** Determines the meaning of an element. */
export function meaningOf(name: string, attributes: Readonly<Record<string, string>>) {
  const classes = tokens(attributes.class);
  const block = blockElements.has(name);
  const has = (pattern: RegExp) => classes.some((one) => pattern.test(one));
  /** EPUB types, roles without `doc-`, and types derived from classes. */
  const types = [
    ...(name === 'blockquote' || name === 'aside' ? [quoteType] : []),
    ...tokens(attributes['epub:type']),
    ...tokens(attributes.role).map((role) => role.replace(/^doc-/, '')),
    ...(block ? classes.map((one) => one.toLowerCase()).filter((one) => typeClasses.has(one)) : []),
    // The box of Royal Road; one of these classes alone may be anything.
    ...(['author-note', 'portlet-body'].every((one) => classes.includes(one)) ? [authorNoteType] : []),
  ];
  const isSilent = silentElements.has(name);
  /** Whether it is left out although it has words, and whether its content is left out at all. */
  const lost =
    name === 'figcaption' ||
    (attributes.hidden !== undefined && !isSilent) ||
    has(aside) ||
    has(caption) ||
    (block && name !== 'body' && has(picture));
  const silent =
    lost ||
    isSilent ||
    types.includes('pagebreak') ||
    // A page break's class may be on the whole page; a page number's is on a span or a short paragraph.
    (has(pageNumber) && (!block || (name === 'p' && !has(/break|^pb$|^page$/i))));
  return {
    classes,
    types,
    silent,
    lost,
    dropCap: has(dropCap),
    /** Whether spaces are around it. */
    apart: !block && has(lineNumber),
    /** Whether it is a scene break when empty. */
    sceneBreak: has(scene),
    /** Whether its lines are verse or a letter. */
    verse: block && (has(verse) || types.some((type) => verse.test(type))),
  };
}

/** Whether a type is that of an element with one note. */
export const isNoteType = (type: string): boolean =>
  type === 'footnote' || type === 'endnote' || type === 'rearnote' || type === 'note';

/** Whether a type is that of an element with only notes. */
export const isNotesType = (type: string): boolean =>
  type === 'footnotes' || type === 'endnotes' || type === 'rearnotes';
