import { Parser } from 'htmlparser2';
import type { PiecedBook, ReadOptions } from '../book.ts';
import { bookOfPages } from '../epub/assemble.ts';
import { blockBuilder } from '../epub/block-builder.ts';
import type { FileText } from '../epub/blocks.ts';
import { withTextBrackets } from '../epub/elements.ts';
import { headingText, shownTitle } from '../epub/entries.ts';
import { headOf, ownSheets, readStyles, type Styles } from '../epub/styles.ts';
import { refuseEntities } from '../epub/xml.ts';
import { isGutenberg } from '../excluded-pages.ts';
import { cleanLine, plainOf } from '../lines.ts';
import { propertiesOf } from '../office/read-pages.ts';

/** Reads the text of an XHTML file as a stream of tags. */
export function readXhtml(markup: string, path: string, styles: Styles, isOwn = false): FileText {
  refuseEntities(markup);
  const builder = blockBuilder(path, styles, isOwn);
  const metas = new Map<string, string>();
  let title = '';
  let language: string | null = null;
  let isHead = false;
  let isTitle = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'head') isHead = true;
        else if (name === 'title') isTitle = isHead;
        else if (name === 'html') language ??= attributes.lang ?? attributes['xml:lang'] ?? null;
        else if (name === 'meta') metas.set(attributes.name?.toLowerCase() ?? '', attributes.content ?? '');
        builder.open(name, attributes);
      },
      onclosetag(name) {
        if (name === 'head') isHead = false;
        else if (name === 'title') isTitle = false;
        builder.close(name);
      },
      ontext(data) {
        if (isTitle) title += data;
        builder.text(data);
      },
    },
    { decodeEntities: true, recognizeSelfClosing: true, recognizeCDATA: true },
  );
  parser.end(markup);
  return { ...builder.done(), title: cleanLine(title), language, metas, isGutenberg: isGutenberg(markup) };
}

/**
 * The title of a page and its author: a heading that the title in its head begins with, and the line 'by …' below it or
 * the second link in it.
 */
function titleOf({ title: stated, blocks }: FileText, name: string): { title: string; author: string } {
  const at = blocks.findIndex(
    (block) =>
      block.kind === 'heading' &&
      stated.startsWith(headingText(block)) &&
      /^\s*(?:[-–—|]|by\b|$)/.test(stated.slice(headingText(block).length)),
  );
  const heading = blocks[at];
  if (!heading) return { title: shownTitle(stated, { blocks }, name), author: '' };
  const [first, second] = heading.runs.filter(({ link }) => link !== null).map(({ text }) => cleanLine(text));
  if (second !== undefined && headingText(heading) === `${first} by ${second}`)
    return { title: first ?? '', author: second };
  const [, author = ''] = /^by\s+(.{1,80})$/i.exec(plainOf(blocks[at + 1]?.runs ?? [])) ?? [];
  return { title: headingText(heading), author };
}

/** Parses a story in one web page, as word processors save it: chapters by its headings. `name` is the fallback title. */
export function readHtml(markup: string, name: string, options: ReadOptions): PiecedBook {
  const file = readXhtml(withTextBrackets(markup), '', readStyles(ownSheets(headOf(markup))));
  const metaOf = (name: string) => file.metas.get(name) ?? '';
  const { title, author: byline } = titleOf(file, name);
  const { author, keywords, ...stated } = propertiesOf({
    title,
    authors: [metaOf('author'), byline],
    description: metaOf('description'),
    language: file.language ?? '',
    keywords: [metaOf('keywords')],
  });
  return bookOfPages([file], { format: 'html', author, genres: keywords, ...stated }, options);
}
