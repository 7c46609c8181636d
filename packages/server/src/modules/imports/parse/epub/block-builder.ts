import { countWords } from '@inkling/contract/words';
import { noLosses, unsafeBook } from '../book.ts';
import { cleanLine, isOrnamentBetween, isSceneBreak, maxVerseLine, plainOf } from '../lines.ts';

import { isChapterTitle, labelOf, listFormats, numberText } from '../titles.ts';
import { type Block, type BookRun, type Link, literalType, type PageText, plainBlock } from './blocks.ts';
import { blockElements, isNoteType, meaningOf } from './elements.ts';
import { type Styles, styleOf } from './styles.ts';
import type { Attributes } from './xml.ts';
import { resolveReference } from './zip.ts';

const styleKeys = ['em', 'strong', 'underlined', 'struck', 'link'] as const;
const maxDepth = 50_000;
const maxHeading = 400;
const maxDisplayed = 120;
const maxIndent = 20;
/** The pixels of a picture that is still an ornament, if they are stated. */
const maxOrnament = 400;
const spacesPerEm = 2;
/** Classes of lines of poems that are indented, as Project Gutenberg names them. */
const indentClass = /^(?:i|in|indent)-?(\d{1,2})$/;

/** The spaces before a line that are meant to be seen. */
const leadingSpaces = (runs: readonly BookRun[], isPre: boolean): number => {
  const [spaces = ''] = /^\s*/.exec(runs.map(({ text }) => text).join('')) ?? [];
  return (isPre ? spaces : spaces.replace(/[ \t\n\r]/g, '')).replace(/[\u2003\u3000]/g, '  ').length;
};
const minVerseLines = 3;
const isSpoken = (text: string) => /^["“„«—–-]/.test(text);
/**
 * Whether the lines of a paragraph are verse: all are short, and one begins with spaces that are meant to be seen, or
 * three follow each other and are not dialogue.
 */
function areVerse(lines: readonly Block[]): boolean {
  const texts = lines.map(({ runs }) => plainOf(runs));
  if (lines.length < 2 || !lines.every(({ kind, verse }) => kind === 'line' && !verse)) return false;
  if (texts.some((text) => text.length > maxVerseLine)) return false;
  const spoken = texts.filter(isSpoken).length;
  const close = lines.filter(({ blanks }, i) => i === 0 || blanks === 0).length;
  return (
    lines.some(({ runs }) => leadingSpaces(runs, false) > 1) ||
    (close >= minVerseLines && spoken <= lines.length / 2)
  );
}

/** Paragraphs end in a full stop, and details such as `Level: 3` have a colon. */
const isProse = (text: string) => isSpoken(text) || /[.!?…]["”’»)]?$|^[\p{L} ]{1,20}:/u.test(text);
/** Cells of a table are shorter on average. */
const minMeanLength = 10;
/** Whether the only elements of one without a name are a stanza: short lines, of which most are no sentences. */
function areStanza(lines: readonly Block[]): boolean {
  const texts = lines.map(({ runs }) => plainOf(runs));
  const isLine = ({ kind, isDisplayed, prefix, note, runs }: Block) =>
    kind === 'line' && !isDisplayed && prefix === '' && note < 0 && runs.every(({ link }) => link === null);
  return (
    lines.every(isLine) &&
    texts.every((text) => text.length <= maxVerseLine && labelOf(text) === null && !isChapterTitle(text)) &&
    texts.filter(isProse).length <= lines.length / 2 &&
    texts.join('').length > minMeanLength * lines.length
  );
}
const initialLetter = /^["'“‘«„—]{0,2}\p{Lu}['’]?$/u;
// An initial that can be a word by itself may be followed by a space; any other belongs to the next word.
const wordByItself = /^["'“‘«„—]{0,2}[AIOYEÀÉÈÓÚÍУВСКИЯОА]$/u;

/** The innermost block element, and the number of the one that it is in; spaces are in em. */
interface Line extends Record<'level' | 'flow' | 'top' | 'bottom', number> {
  name: string;
  isCentered: boolean;
  isBold: boolean;
  /** Neither centered nor indented, as quotations and signatures are. */
  isPlain: boolean;
}

/** The element around a whole file. */
const outside = {
  name: '',
  silent: false,
  /** Whether its words are lost: those of a caption or of legal text, not those of a script. */
  lost: false,
  em: false,
  strong: false,
  underlined: false,
  struck: false,
  level: 0,
  types: new Set<string>() as ReadonlySet<string>,
  note: -1,
  link: null as Link | null,
  dropCap: false,
  sceneBreak: false,
  verse: false,
  /** The spaces before a line of verse in it. */
  indent: 0,
  ids: [] as string[],
  firstBlock: 0,
  pre: false,
  /** The enclosing heading group or header. */
  group: '' as '' | 'hgroup' | 'header',
  /** The innermost list, with the number of its last item; null for a list without numbers. */
  list: { count: null as number | null, format: '' },
  line: null as Line | null,
  /** The number of the innermost block element, and the empty lines above it. */
  flow: 0,
  blanks: 0,
  images: 0,
};

/** An open element, with what it inherits from those around it. */
type Frame = typeof outside;

/** Makes the blocks of a page from its elements, which a reader passes on in order. */
export type BlockBuilder = ReturnType<typeof blockBuilder>;

/** The styles of more elements than these are looked up again each time. */
const maxLooks = 1000;

/**
 * Blocks of the elements of XHTML, with the position of each id. Nesting is a stack, so deep nesting is cheap. Scripts,
 * pictures, captions and page numbers are excluded. `isOwn`: ornaments are as typed.
 */
export function blockBuilder(path: string, styles: Styles, isOwn = false) {
  const blocks: Block[] = [];
  const anchors: PageText['anchors'] = new Map();
  const frames: Frame[] = [outside];
  let runs: BookRun[] = [];
  let hasWords = false;
  /** That of the line's first element. */
  let indent = 0;
  let continued = false;
  let prefix = '';
  let notes = 0;
  let letter = '';
  let pictureText = '';
  let picture = '';
  const losses = noLosses();
  /** The empty lines above the next block, and the paragraph above it. */
  let blanks = 0;
  let above: Line | null = null;
  let flows = 0;

  const top = () => frames.at(-1) ?? outside;

  const push = (block: Pick<Block, 'kind' | 'runs'> & Partial<Block>) => {
    const { types, note, line } = top();
    const place = block.kind === 'line' ? line : null;
    const isBeside = place?.isPlain && above?.isPlain && above.flow === place.flow && !block.continued;
    const gap = isBeside ? blanks + Math.max(above?.bottom ?? 0, place.top) : -1;
    blocks.push({ ...plainBlock, types, note, blanks, gap, ...block });
    blanks = 0;
    above = place;
  };
  const addBreak = () => push({ kind: 'break', runs: [] });

  const flush = () => {
    const text = hasWords ? plainOf(runs) : '';
    if (text !== '') {
      const { verse, line, pre } = top();
      // Some books use heading elements for whole paragraphs, for their style.
      const level = text.length <= maxHeading ? top().level : 0;
      const isBreak = level === 0 && !isOwn && isSceneBreak(text) && !top().types.has(literalType);
      const kind = isBreak ? 'break' : level > 0 ? 'heading' : 'line';
      const isBold = line?.isBold || runs.every((run) => run.strong || run.text.trim() === '');
      const isDisplayed = kind === 'line' && isBold && line?.isCentered === true && !continued;
      push({
        kind,
        level,
        continued,
        runs,
        prefix,
        verse,
        indent: Math.min(indent + leadingSpaces(runs, pre), maxIndent),
        isDisplayed: isDisplayed && text.length <= maxDisplayed && !isOrnamentBetween(text),
      });
      prefix = '';
    }
    runs = [];
    hasWords = false;
    continued = false;
    letter = '';
  };

  const endLine = () => {
    const isContinued = hasWords;
    if (!hasWords) blanks += 1;
    flush();
    continued = isContinued;
  };

  const addRun = ({ text, ...style }: BookRun) => {
    let words = text;
    if (letter !== '' && words !== '') {
      if (/^\s/.test(words) && !wordByItself.test(letter)) words = words.trimStart();
      if (words.trim() !== '') letter = '';
    }
    if (!hasWords) indent = top().indent;
    hasWords ||= words.trim() !== '';
    const last = runs.at(-1);
    if (last && styleKeys.every((key) => last[key] === style[key])) last.text += words;
    else if (words !== '') {
      if (style.underlined && !last?.underlined) losses.underlined += 1;
      if (style.struck && !last?.struck) losses.struck += 1;
      runs.push({ text: words, ...style });
    }
  };
  const addText = (text: string) => {
    const { em, strong, underlined, struck, link } = top();
    addRun({ text, em, strong, underlined, struck, link });
  };

  const levelOf = (name: string, types: readonly string[]): number => {
    const { level, group } = top();
    if (/^h[1-6]$/.test(name)) return Number(name[1]);
    if (level > 0) return level;
    return name === 'p' && (group === 'hgroup' || (group === 'header' && types.includes('title'))) ? 6 : 0;
  };

  const itemPrefix = (attributes: Attributes): string => {
    const { list } = top();
    if (list.count === null) return '• ';
    list.count = Number.parseInt(attributes.value ?? '', 10) || list.count + 1;
    return `${numberText(list.count, list.format)}. `;
  };

  const anchorsAt = (frame: Frame, to: number) => {
    for (const id of frame.ids) {
      const key = `${path}#${id}`;
      if (!anchors.has(key))
        anchors.set(key, {
          from: frame.firstBlock,
          to,
          holds: blockElements.has(frame.name) && frame.name !== 'p',
        });
    }
  };

  /** By what they depend on: the meaning and the style of an element, and the spaces that it indents verse by. */
  const looks = new Map<string, ReturnType<typeof newLook>>();
  const newLook = (name: string, attributes: Attributes) => {
    const meaning = meaningOf(name, attributes);
    const own = { ...styles.of(name, meaning.classes), ...styleOf(attributes.style ?? '') };
    const left = (own.left ?? 0) + (own.padding ?? 0) + (own.textIndent ?? 0);
    const inClass = meaning.classes.map((one) => Number(indentClass.exec(one)?.[1] ?? 0));
    return { meaning, own, indent: Math.max(0, Math.round(left * spacesPerEm), ...inClass) };
  };
  const lookOf = (name: string, attributes: Attributes) => {
    const { class: classes, role, hidden, style, 'epub:type': type } = attributes;
    const key = `${name}\0${classes}\0${role}\0${hidden}\0${style}\0${type}`;
    const look = looks.get(key) ?? newLook(name, attributes);
    if (looks.size < maxLooks) looks.set(key, look);
    return look;
  };

  const open = (name: string, attributes: Attributes = {}) => {
    if (frames.length > maxDepth) throw unsafeBook('its text is nested too deeply.');
    const parent = top();
    const { meaning, own, indent } = lookOf(name, attributes);
    const isBlock = blockElements.has(name);
    if (isBlock && !parent.silent) flush();
    const level = levelOf(name, meaning.types);
    const href = name === 'a' ? attributes.href : undefined;
    const target = href === undefined ? null : resolveReference(path, href);
    if (isBlock) flows += 1;
    // Bold on a whole paragraph is layout; italics are emphasis.
    const strong = own.bold !== undefined && !isBlock ? own.bold : parent.strong;
    frames.push({
      ...parent,
      name,
      silent: parent.silent || meaning.silent || own.hidden === true,
      lost: parent.lost || ((meaning.lost || (own.hidden === true && !meaning.silent)) && !parent.silent),
      em: level === 0 && (own.italic ?? parent.em),
      strong: level === 0 && strong,
      // Links are underlined without meaning.
      underlined: level === 0 && href === undefined && (own.underlined ?? parent.underlined),
      struck: own.struck ?? parent.struck,
      level,
      ...(meaning.types.length > 0 && { types: new Set([...parent.types, ...meaning.types]) }),
      ...(meaning.types.some(isNoteType) && { note: notes++ }),
      ...(href !== undefined && {
        link: { target: target && `${target.path}#${target.fragment}`, ...meaning },
      }),
      dropCap: meaning.dropCap && !isBlock,
      sceneBreak: meaning.sceneBreak && isBlock,
      verse: parent.verse || meaning.verse,
      // The margin of the poem itself does not count.
      indent: parent.verse ? parent.indent + indent : meaning.verse ? 0 : indent,
      ids: [attributes.id, name === 'a' ? attributes.name : undefined].filter((id) => id !== undefined),
      firstBlock: blocks.length,
      pre: name === 'pre' || (own.pre ?? parent.pre),
      ...((name === 'hgroup' || name === 'header') && { group: name }),
      ...(name === 'ul' && { list: { count: null, format: '' } }),
      ...(name === 'ol' && {
        list: {
          count: (Number.parseInt(attributes.start ?? '', 10) || 1) - 1,
          format: own.listFormat ?? listFormats[attributes.type ?? ''] ?? 'decimal',
        },
      }),
      ...(isBlock && {
        line: {
          name,
          level,
          flow: parent.flow,
          top: own.top ?? 0,
          bottom: own.bottom ?? 0,
          isPlain: !own.isAligned && !((own.left ?? 0) > 0),
          isCentered: own.isAligned === true,
          isBold: own.bold === true,
        },
        flow: flows,
      }),
      blanks,
      images: losses.images,
    });
    const frame = top();
    if (name === 'img' || name === 'image') {
      losses.images += 1;
      const isLarge = Number(attributes.width) > maxOrnament || Number(attributes.height) > maxOrnament;
      picture = isLarge ? '' : (resolveReference(path, attributes.src ?? 'x:')?.path ?? '');
    }
    if (frame.silent) return;
    if (href !== undefined && target === null) losses.links += 1;
    if (name === 'table') losses.tables += 1;
    if (name === 'math') losses.formulas += 1;
    if (meaning.apart && hasWords) addText(' ');
    if (name === 'li') prefix = itemPrefix(attributes);
    else if (name === 'hr') addBreak();
    else if (name === 'br') endLine();
    else if (name === 'rt') addText('(');
    else if (name === 'q') addText('“');
    else if ((name === 'td' || name === 'th') && hasWords) addText(' | ');
    else if (name === 'img') readPicture(attributes.alt ?? '');
  };

  // The initial letter of a chapter is often a picture, and sometimes its heading is too.
  const readPicture = (alt: string) => {
    const text = cleanLine(alt);
    const { line } = top();
    if (line === null) return;
    if (line.level > 0) pictureText = text;
    else if (line.name === 'p' && initialLetter.test(text) && !hasWords) {
      addText(text);
      letter = text;
    }
  };

  // An empty paragraph is an empty line, unless it has a picture or empty lines were counted in it.
  const addBlank = (frame: Frame) => {
    const isEmpty =
      frame.firstBlock === blocks.length && frame.images === losses.images && frame.blanks === blanks;
    if (isEmpty && (frame.name === 'p' || frame.name === 'div')) blanks += 1;
  };

  /** A picture alone below a paragraph is a scene break if it occurs more than once. */
  const addPicture = ({ name, firstBlock, images }: Frame) => {
    const isAlone = firstBlock === blocks.length && losses.images === images + 1;
    if (isAlone && picture !== '' && (name === 'p' || name === 'div') && blocks.at(-1)?.kind === 'line')
      push({ kind: 'line', runs: [], picture, gap: -1 });
  };

  /** Lines in elements of their own, in one that has nothing else, are a stanza. */
  const endStanza = ({ firstBlock, flow }: Frame) => {
    const isNext = blocks[firstBlock - 1]?.verse === true;
    const elements = flows - flow;
    if (elements !== blocks.length - firstBlock || elements < (isNext ? 2 : minVerseLines)) return;
    const lines = blocks.slice(firstBlock);
    if (lines[0]?.verse === false && areStanza(lines)) for (const line of lines) line.verse = true;
    if (isNext && lines[0]?.verse) lines[0].blanks ||= 1;
  };

  const close = (name: string) => {
    const frame = top();
    if (frame.name !== name) return;
    const isBlock = blockElements.has(name);
    if (!frame.silent) {
      if (name === 'rt') addText(')');
      else if (name === 'q') addText('”');
      if (isBlock) {
        if (/^h[1-6]$/.test(name) && pictureText !== '' && !hasWords && frame.firstBlock === blocks.length)
          addText(pictureText);
        if (/^h[1-6]$/.test(name)) pictureText = '';
        flush();
        const lines = name === 'p' ? blocks.slice(frame.firstBlock) : [];
        if (areVerse(lines))
          for (const line of lines)
            Object.assign(line, { verse: true, indent: leadingSpaces(line.runs, false) });
        if (name === 'div') endStanza(frame);
        addPicture(frame);
        if (frame.sceneBreak && frame.firstBlock === blocks.length) addBreak();
        if (name === 'li') prefix = '';
        addBlank(frame);
      } else if (frame.dropCap && hasWords) letter = initialLetter.test(plainOf(runs)) ? plainOf(runs) : '';
    }
    anchorsAt(frame, blocks.length + (isBlock || !hasWords ? 0 : 1));
    frames.pop();
  };

  const text = (data: string) => {
    const frame = top();
    if (frame.lost) losses.words += countWords(data);
    if (frame.silent) return;
    if (!frame.pre || !data.includes('\n')) return addText(data);
    for (const [i, line] of data.split('\n').entries()) {
      if (i > 0) flush();
      addText(line);
    }
  };

  return {
    open,
    /** Does nothing unless the innermost element has that name. */
    close,
    text,
    /** A whole element that contains these lines and nothing else. */
    element(name: string, lines: readonly (readonly BookRun[])[], attributes?: Attributes): void {
      open(name, attributes);
      for (const [i, line] of lines.entries()) {
        if (i > 0) endLine();
        line.forEach(addRun);
      }
      close(name);
    },
    losses,
    done(): PageText {
      while (frames.length > 1) close(top().name);
      flush();
      return { blocks, anchors, losses };
    },
  };
}
