import { countWords } from '@inkling/contract/words';
import { Parser } from 'htmlparser2';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { parse } from 'yaml';
import { ownMarkdownGlossary } from '../../../../platform/own-epub.ts';
import { noLosses, type PiecedBook, type ReadOptions, textLimits } from '../book.ts';
import { bookOfPages } from '../epub/assemble.ts';
import { blockBuilder } from '../epub/block-builder.ts';
import type { Block, PageText } from '../epub/blocks.ts';
import { isElementTag } from '../epub/elements.ts';
import { headingText, titleHeading } from '../epub/entries.ts';
import { labelsOf, seriesNamed } from '../epub/serials.ts';
import { readStyles } from '../epub/styles.ts';
import { isGutenberg } from '../excluded-pages.ts';
import { cleanLine, cleanLines, cleanText, isSceneBreak, plainOf } from '../lines.ts';
import { ownSections } from '../office/read-pages.ts';
import { ownPieces } from '../sections.ts';
import { titleLine, truncate } from '../titles.ts';
import { chunksOf, definitionsIn, isAddress, referenceKey, withoutMarkup } from './markdown-chunks.ts';
import { runsOfPlain, startOf, writeAll, writeOwnNote } from './markdown-nodes.ts';

// Prose is indented; addresses are text; HTML is read tag by tag.
const unused = 'codeIndented htmlFlow tasklistCheck wwwAutolink protocolAutolink emailAutolink';
const extensions = [gfm({ singleTilde: false }), { disable: { null: unused.split(' ') } }];
const mdastExtensions = [gfmFromMarkdown()];

const styles = readStyles(['p { margin: 0 }']);

function pageOf(text: string, isOwn: boolean): PageText {
  const to = blockBuilder('', styles, isOwn);
  const definitions = definitionsIn(text);
  const used = new Set(
    [...text.matchAll(/\[\^([^\]\s]+)\](?!:)/g)].map(([, name = '']) => referenceKey(name)),
  );
  const notes: (() => void)[] = [];
  let isChapterStart = false;
  for (const chunk of chunksOf(text, definitions)) {
    if (chunk.kind === 'plain') {
      const line = chunk.text.includes('\n') ? chunk.text.replace(/\s*\n\s*/g, ' ') : chunk.text;
      if (isSceneBreak(line) && !isOwn) to.element('hr', []);
      else to.element('p', [runsOfPlain(isOwn ? line.trim() : line)]);
      isChapterStart = false;
      continue;
    }
    const context = { to, source: chunk.text, ...definitions, isOwn };
    for (const node of fromMarkdown(chunk.text, { extensions, mdastExtensions }).children) {
      if (startOf(node) >= chunk.length) break;
      if (node.type !== 'footnoteDefinition') {
        if (!isOwn || !writeOwnNote(node, context, isChapterStart)) writeAll([node], context);
      } else if (used.has(referenceKey(node.identifier))) notes.unshift(() => writeAll([node], context));
      // Notes that nothing refers to end the text.
      else
        notes.push(
          () => to.element('hr', []),
          () => writeAll(node.children, context),
        );
      isChapterStart = node.type === 'heading' && node.depth <= 2;
    }
  }
  for (const add of notes) add();
  return to.done();
}

const maxDescriptionWords = 300;

/** Takes the author's name and the blurb from the text between the book's title and the first chapter. */
function takeOpening(opening: Block[], author: string | null, description: string) {
  const found = { author, description };
  const take = (block: Block) => Object.assign(block, { kind: 'break', runs: [] });
  const [first] = opening;
  const byline = first && /^by\s+(.{1,80})$/i.exec(plainOf(first.runs))?.[1];
  if (author === null && first && byline !== undefined) {
    found.author = byline;
    take(first);
  }
  const lines = opening.map(({ runs }) => plainOf(runs)).filter((line) => line !== '');
  const text = lines.join('\n');
  if (description !== '' || text.length > textLimits.description || countWords(text) > maxDescriptionWords)
    return found;
  opening.forEach(take);
  return { ...found, description: text };
}

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  let plain = '';
  new Parser({ ontext: (part) => (plain += part) }).end(text.replaceAll('<', '&lt;'));
  return plain;
}

/** The words of a file, without those of tags, addresses and marks of notes. */
const wordsOf = (markup: string): string[] =>
  markup
    .replace(/<[^<>\n]{0,2000}>/g, (tag) =>
      !isElementTag(tag)
        ? tag
        : /^<\/?(?:em|i|strong|b|u|ins|s|strike|del|span|a|su[bp]|font|small|mark|abbr)\b/i.test(tag)
          ? ''
          : ' ',
    )
    .replace(/!\[[^\]]{0,1000}\](?:\([^()]{0,2000}\)|\[[^\]]{0,1000}\])?/g, '')
    .replace(/\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"\n]*")?\)/g, ']')
    .replace(/\[\^[^\]\s]+\]/g, '')
    .split(/\n{2,}/)
    .map((block) =>
      decoded(
        block
          .replace(/^ {0,3}\[[^\]^][^\]\n]*\]:[ \t]*(\S+).*$/gm, (all, url) => (isAddress(url) ? '' : all))
          .replace(/^([ >]*)(`{3,}|~{3,}).*$/gm, ''),
      ),
    );

/** Parses a Markdown story. `name` is the fallback title. */
export function readMarkdown(source: string, name: string, options: ReadOptions): PiecedBook {
  const { body, isOwn, ...front } = splitFrontMatter(cleanText(source));
  const losses = noLosses();
  const count = (left: string) => {
    losses.words += countWords(left);
  };
  const markup = isOwn ? (body.split(`\n${ownMarkdownGlossary}\n`)[0] ?? '') : withoutMarkup(body, count);
  const file = { ...pageOf(markup, isOwn), isGutenberg: isGutenberg(markup) };
  const details = { ...front, format: 'markdown' as const, cover: null, losses };
  if (isOwn) {
    const pieces = ownPieces(ownSections(file.blocks, { title: '', author: null, description: '' }));
    return { ...details, losses: file.losses, pieces, seen: [], isExact: true };
  }
  const { blocks } = file;
  const headings = blocks.filter(({ kind }) => kind === 'heading');
  const [only] = headings;
  const top = titleHeading(file) ?? (headings.length === 1 && only?.level === 1 ? only : null);
  const title = truncate(front.title || titleLine(top ? headingText(top) : '') || name, textLimits.title);
  const start = top ? blocks.indexOf(top) + 1 : 0;
  const end = blocks.findIndex((block, at) => at >= start && block.kind === 'heading');
  const { author, description } = takeOpening(
    blocks.slice(start, Math.max(start, end)),
    front.author,
    front.description,
  );
  return {
    ...bookOfPages([file], { ...details, title, author, description }, options),
    seen: wordsOf(markup),
  };
}

const ownKeys = [
  ...['title', 'author', 'language', 'status', 'genres'],
  ...['tags', 'warnings', 'audience', 'description'],
];
const knownKeys = [...ownKeys, 'summary', 'lang', 'genre', 'tag', 'keywords'];

/** The metadata at the start of a MultiMarkdown file, which has no lines of `---`. */
const multiMarkdown = /^((?:title|author)[ \t]*:[^\n]*(?:\n[\w ]{1,40}:[^\n]*){0,40})\n[ \t]*\n/i;

/** Quotes values that only people understand, such as `title: The Lamp: A Tale`. */
const quoted = (yaml: string): string =>
  yaml.replace(
    /^([\w-]+)[ \t]*:[ \t]+([^\s"'[{|>].*(?:: | #).*|[@`%*&!].*)$/gm,
    (_, key: string, value: string) => `${key}: ${JSON.stringify(value)}`,
  );

/** The text of a value; an author may be an object with a name. */
const textOfValue = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? String(
        Object.entries(value).find(([key]) => /^(?:name|literal|text)$/i.test(key))?.[1] ??
          Object.values(value).join(' '),
      )
    : String(value);

/** The texts of each key in lower case; none for what is not YAML, or is prose between two scene breaks. */
function valuesOf(yaml: string): ReadonlyMap<string, string[]> {
  try {
    const found: unknown = parse(quoted(yaml), { schema: 'failsafe', uniqueKeys: false });
    const values = Object.entries(found ?? {}).map(([key, value]: [string, unknown]): [string, string[]] => [
      key.toLowerCase(),
      (Array.isArray(value) ? value : [value]).map(textOfValue),
    ]);
    return new Map(values.some(([key]) => knownKeys.includes(key)) ? values : []);
  } catch {
    return new Map();
  }
}

/**
 * Splits the metadata at the start of a Markdown file, between two lines of `---`, from the text below it. Lists of genres
 * or tags may use commas. `isOwn` says whether Inkling's export wrote it (`modules/exports/markdown`).
 */
function splitFrontMatter(text: string) {
  const [whole = '', yaml = ''] =
    /^---[ \t]*\n([\s\S]{0,20000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text) ??
    multiMarkdown.exec(text) ??
    [];
  const values = valuesOf(yaml);
  const list = (...names: string[]) =>
    names
      .flatMap((name) => values.get(name) ?? [])
      .flatMap((value) => value.split(','))
      .map(cleanLine)
      .filter((one) => one !== '');
  const textOf = (...names: string[]) =>
    names.map((name) => cleanLines((values.get(name) ?? []).join(', '))).find((one) => one !== '') ?? '';
  const isOwn = ownKeys.every((key) => values.has(key));
  return {
    title: truncate(cleanLine(textOf('title')), textLimits.title),
    author: cleanLine(textOf('author', 'authors')) || null,
    description: isOwn
      ? (values.get('description') ?? []).join('').slice(0, textLimits.description)
      : truncate(textOf('description', 'summary'), textLimits.description),
    language: textOf('language', 'lang') || null,
    status: textOf('status') || null,
    genres: [...new Set(isOwn ? list('genres') : list('genres', 'genre', 'tags', 'tag', 'keywords'))],
    tags: [...new Set(list('tags', 'tag'))],
    ...labelsOf(list('audience', 'rating'), list('warnings')),
    series: seriesNamed(textOf('series')),
    dates: null,
    isOwn,
    body: values.size === 0 ? text : text.slice(whole.length),
  };
}
