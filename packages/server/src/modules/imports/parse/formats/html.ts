import type { PiecedBook, ReadOptions } from '../book.ts';
import type { FileText } from '../epub/blocks.ts';
import { headOf, ownSheets } from '../epub/book-text.ts';
import { withTextBrackets } from '../epub/elements.ts';
import { headingText, shownTitle } from '../epub/entries.ts';
import { readStyles } from '../epub/styles.ts';
import { readXhtml } from '../epub/xhtml.ts';
import { cleanLine, plainOf } from '../lines.ts';
import { propertiesOf } from '../office/read-pages.ts';
import { bookOfPages } from '../pages.ts';

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
