import { countWords } from '@inkling/contract/words';
import { noLosses, type PiecedBook, type ReadOptions, textLimits } from '../book.ts';
import { imageTypeOf } from '../detect.ts';
import { bookOfPages } from '../epub/assemble.ts';
import { blockBuilder } from '../epub/block-builder.ts';
import { shownTitle } from '../epub/entries.ts';
import { seriesNamed } from '../epub/serials.ts';
import { readStyles } from '../epub/styles.ts';
import { elementsNamed, readXmlEvents, xmlTree } from '../epub/xml.ts';
import { cleanLine, cleanLines } from '../lines.ts';
import { truncate } from '../titles.ts';

const styles = readStyles(['p { margin: 0 }']);
/** The elements of XHTML that mean the same; what is not here is passed through without its tags. */
const elements: Record<string, string> = {
  p: 'p',
  v: 'p',
  'text-author': 'p',
  emphasis: 'i',
  strong: 'b',
  strikethrough: 's',
  cite: 'blockquote',
  poem: 'div',
  table: 'table',
  tr: 'tr',
  td: 'td',
  th: 'td',
};

/** The text, its notes, and what the file says of itself. */
function partsOf(bytes: Uint8Array, count: (text: string) => void) {
  const [text, notes] = [blockBuilder('', styles), blockBuilder('', styles)];
  const description = xmlTree();
  let to = text;
  let depth = 0;
  /** The element of a title, and whether it has a line already. */
  let title: { name: string; isBegun: boolean } | null = null;
  const add = (name: string, attributes?: Record<string, string>) => {
    to.open(name, attributes);
    to.close(name);
  };
  readXmlEvents(bytes, 'text', {
    open({ name, attributes }, at) {
      if (at.path.includes('description')) description.open({ name, attributes });
      else if (name === 'binary' || name === 'stylesheet') at.skip(name);
      else if (name === 'body') {
        to = /notes|comments/.test(attributes.name ?? '') ? notes : text;
        depth = 0;
      } else if (name === 'section') {
        depth += 1;
        if (to === notes) to.open('aside', { 'epub:type': 'footnote', id: attributes.id ?? '' });
      } else if (name === 'title' || name === 'subtitle') {
        // The title of a body is the book's; a subtitle is a line inside a chapter, and so is a poem's title.
        const isDeep = name === 'subtitle' || to === notes || at.path.includes('poem');
        title = { name: isDeep ? 'p' : `h${Math.min(depth + 1, 6)}`, isBegun: false };
        to.open(title.name);
      } else if (title !== null && name === 'p') {
        if (title.isBegun) add('br');
        title.isBegun = true;
      } else if (name === 'empty-line' || name === 'stanza') add('p');
      else if (name === 'image') add('img');
      else if (name === 'a') {
        const [target = '', isNote] = [attributes.href, attributes.type === 'note'];
        to.open('a', {
          href: target.startsWith('#') ? target : 'x:',
          ...(isNote && { 'epub:type': 'noteref' }),
        });
      } else if (elements[name]) to.open(elements[name], name === 'poem' ? { class: 'verse' } : {});
    },
    close(name, at) {
      if (at.path.includes('description')) description.close();
      else if (name === 'section') {
        depth -= 1;
        if (to === notes) to.close('aside');
      } else if ((name === 'title' || name === 'subtitle') && title !== null) {
        to.close(title.name);
        title = null;
      } else if (title === null || name !== 'p') to.close(name === 'a' ? name : (elements[name] ?? ''));
    },
    text(text, at) {
      if (at.path.includes('description')) description.text(text);
      else if (at.path.includes('body')) to.text(text.replaceAll('\n', ' '));
      else count(text);
    },
  });
  return { text: text.done(), notes: notes.done(), description: description.root };
}

/** Reads a FictionBook. `name` is the fallback title. */
export function readFb2(markup: string, name: string, options: ReadOptions): PiecedBook {
  const losses = noLosses();
  const count = (left: string) => {
    losses.words += countWords(left);
  };
  const { text, notes, description } = partsOf(Buffer.from(markup), count);
  const [info] = elementsNamed(description, 'title-info');
  const of = (tag: string) => cleanLine(elementsNamed(info, tag)[0]?.text ?? '');
  const authors = elementsNamed(info, 'author').map(({ children }) =>
    cleanLine(
      ['first-name', 'middle-name', 'last-name', 'nickname']
        .map((part) => children.find((child) => child.name === part)?.text ?? '')
        .join(' '),
    ),
  );
  // The title that the text shows may have the author's name above it.
  const title = truncate(shownTitle(of('book-title'), { blocks: [] }, name), textLimits.title);
  const author = [...new Set(authors)].filter((one) => !/^(unknown)?$/i.test(one)).join(', ') || null;
  const annotation = elementsNamed(info, 'annotation')[0]?.children ?? [];
  const picture =
    elementsNamed(elementsNamed(info, 'coverpage')[0], 'image')[0]?.attributes.href?.slice(1) ?? '';
  const id = picture.replace(/[^\w-]/g, '\\$&');
  const [, base64 = ''] =
    new RegExp(`<binary[^>]*\\bid=["']${id}["'][^>]*>([^<]*)`).exec(picture && markup) ?? [];
  const cover = new Uint8Array(Buffer.from(base64, 'base64'));
  const mediaType = imageTypeOf(cover);
  const details = {
    format: 'fb2' as const,
    title,
    author,
    description: truncate(cleanLines(annotation.map((one) => one.text).join('\n')), textLimits.description),
    language: of('lang') || null,
    series: seriesNamed(elementsNamed(info, 'sequence')[0]?.attributes.name ?? ''),
    genres: elementsNamed(info, 'genre').flatMap((genre) => cleanLine(genre.text).split('_')),
    cover: mediaType === null ? null : { bytes: cover, mediaType },
    losses,
  };
  return bookOfPages([text], details, options, notes);
}
