import { countWords } from '@inkling/contract/words';
import { noDetails, type PiecedBook, type ReadOptions, textLimits } from '../book.ts';
import { decodeMarkup } from '../decode.ts';
import { assemblePieces } from '../epub/assemble.ts';
import { addFile, emptyText } from '../epub/book-text.ts';
import { readStyles } from '../epub/styles.ts';
import { readXhtml } from '../epub/xhtml.ts';
import { elementsNamed, xmlTree } from '../epub/xml.ts';
import { imageTypeOf } from '../image-type.ts';
import { cleanLine, cleanLines } from '../lines.ts';
import { readXmlEvents } from '../office/xml-events.ts';
import { truncate } from '../titles.ts';
import { escapeHtml } from './markdown-html.ts';

/** Whether decoded text is a FictionBook. */
export const isFb2 = (markup: string): boolean => /<FictionBook\b/.test(markup.slice(0, 4000));

const path = 'text.html';
const notesPath = 'notes.html';
const styles = readStyles(['p { margin: 0 }']);
/** The tags of elements; what is not here is passed through without its tags. */
const tags: Record<string, string> = {
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

/** The pages of the text and of its notes, and the title of the first body. */
function pagesOf(bytes: Uint8Array, count: (text: string) => void) {
  const pages = { text: '', notes: '' };
  const description = xmlTree();
  let to: keyof typeof pages = 'text';
  let depth = 0;
  let title: string[] | null = null;
  let isLink = false;
  const write = (html: string) => {
    if (title === null) pages[to] += html;
    else title.push(html);
  };
  const isIn = (path: readonly string[], name: string) => path.includes(name);
  readXmlEvents(bytes, 'text', {
    open({ name, attributes }, at) {
      if (isIn(at.path, 'description')) description.open({ name, attributes });
      else if (name === 'binary') at.skip(name);
      else if (name === 'stylesheet') at.skip(name);
      else if (name === 'body') {
        to = /notes|comments/.test(attributes.name ?? '') ? 'notes' : 'text';
        depth = 0;
      } else if (name === 'section') {
        depth += 1;
        if (to === 'notes') write(`<aside epub:type="footnote" id="${escapeHtml(attributes.id ?? '')}">`);
      } else if (name === 'title' || name === 'subtitle') title = [];
      else if (name === 'empty-line' || name === 'stanza') write('<p></p>');
      else if (name === 'image') write('<img/>');
      else if (name === 'a') {
        const target = attributes.href ?? '';
        isLink = true;
        write(
          target.startsWith('#')
            ? `<a${attributes.type === 'note' ? ' epub:type="noteref"' : ''} href="${notesPath}${escapeHtml(target)}">`
            : '<a href="x:">',
        );
      } else if (tags[name]) {
        const isTitleLine = title !== null && name === 'p';
        const verse = name === 'poem' ? ' class="verse"' : '';
        write(isTitleLine ? '<br/>' : `<${tags[name]}${verse}>`);
      }
    },
    close(name, at) {
      if (isIn(at.path, 'description')) description.close();
      else if (name === 'section') {
        depth -= 1;
        if (to === 'notes') write('</aside>');
      } else if ((name === 'title' || name === 'subtitle') && title !== null) {
        const html = title.join('').replace(/^<br\/>/, '');
        const isDeep = name === 'subtitle' || to === 'notes';
        title = null;
        // The title of a body is the book's, a subtitle is a line inside a chapter.
        write(isDeep ? `<p>${html}</p>` : `<h${Math.min(depth + 1, 6)}>${html}</h${Math.min(depth + 1, 6)}>`);
      } else if (name === 'a' && isLink) write('</a>');
      else if (tags[name] && !(title !== null && name === 'p')) write(`</${tags[name]}>`);
    },
    text(text, at) {
      if (isIn(at.path, 'description')) description.text(text);
      else if (isIn(at.path, 'body')) write(escapeHtml(text.replaceAll('\n', ' ')));
      else count(text);
    },
  });
  return { ...pages, description: description.root };
}

/** Reads a FictionBook. `name` is the fallback title. */
export function readFb2(markup: string, bytes: Uint8Array, name: string, options: ReadOptions): PiecedBook {
  const text = emptyText(options);
  const utf8 = Buffer.from(decodeMarkup(bytes));
  const count = (left: string) => {
    text.losses.words += countWords(left);
  };
  const { text: page, notes, description } = pagesOf(utf8, count);
  const [info] = elementsNamed(description, 'title-info');
  const of = (tag: string) => cleanLine(elementsNamed(info, tag)[0]?.text ?? '');
  const authors = elementsNamed(info, 'author').map(({ children }) =>
    cleanLine(
      ['first-name', 'middle-name', 'last-name', 'nickname']
        .map((part) => children.find((child) => child.name === part)?.text ?? '')
        .join(' '),
    ),
  );
  const title = truncate(of('book-title') || name, textLimits.title);
  const author = [...new Set(authors)].filter((one) => one !== '').join(', ') || null;
  const annotation = elementsNamed(info, 'annotation')[0]?.children ?? [];
  const picture =
    elementsNamed(elementsNamed(info, 'coverpage')[0], 'image')[0]?.attributes.href?.slice(1) ?? '';
  const encoded =
    picture === ''
      ? -1
      : markup.search(new RegExp(`<binary[^>]*\\bid=["']${picture.replace(/[^\w-]/g, '\\$&')}["']`));
  const base64 =
    encoded < 0 ? '' : markup.slice(markup.indexOf('>', encoded) + 1, markup.indexOf('</', encoded));
  const cover = new Uint8Array(Buffer.from(base64, 'base64'));
  const mediaType = imageTypeOf(cover);
  addFile(text, readXhtml(page, path, styles), { path, linear: true });
  addFile(text, readXhtml(notes, notesPath, styles), { path: notesPath, linear: false });
  return {
    ...noDetails,
    format: 'fb2',
    title,
    author,
    description: truncate(cleanLines(annotation.map((one) => one.text).join('\n')), textLimits.description),
    language: of('lang') || null,
    genres: elementsNamed(info, 'genre').flatMap((genre) => cleanLine(genre.text).split('_')),
    cover: mediaType === null ? null : { bytes: cover, mediaType },
    losses: text.losses,
    ...assemblePieces(text, { entries: [], landmarks: [] }, { title, author, guide: [] }),
  };
}
