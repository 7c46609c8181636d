import type { EbookFormat } from '@inkling/contract/ebooks';
import { type EpubPage, page, xmlAttribute, xmlText } from '../exports/index.ts';
import { english, framed, type LinkedPage, textWriter } from './ebook-page.ts';

/** A text about the chapter at a position of the reading order. */
interface Line {
  position: number;
  text: string;
}

/** What a reader may see of a story's glossary and recaps, of chapters whose texts are in the file. */
export interface BackMatter {
  entries: { names: string[]; notes: Line[] }[];
  recaps: Line[];
}

/** How many pages there are at most after the chapters. */
export const maxBackPages = 2;

const file = { people: 'people.xhtml', recaps: 'recaps.xhtml' };

/**
 * The pages after the chapters, with their markup. They are outside the linear reading order, so that a reader who turns the
 * last page does not get to them, and the next chapter may take their place (docs/product/ebooks.md#structure).
 */
export function backPages(
  format: EbookFormat,
  language: string,
  { entries, recaps }: BackMatter,
  linked: (position: number) => LinkedPage,
): (EpubPage & { markup: string })[] {
  const lines = (all: Line[], write: (text: string) => string) =>
    all
      .map(({ position, text }) => {
        const { file: href, title } = linked(position);
        const paragraphs = text
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => `<p>${write(line)}</p>\n`);
        return `<p class="from"><a href="${xmlAttribute(href)}">${xmlText(title)}</a></p>\n${paragraphs.join('')}`;
      })
      .join('');
  const written = (
    name: keyof typeof file,
    title: string,
    content: (write: (text: string) => string) => string,
  ) => {
    const write = textWriter(format)(0);
    const markup = page(
      { title, language, type: name === 'people' ? 'glossary' : 'appendix' },
      `<h1 ${english}>${write(title)}</h1>\n${content(write)}`,
    );
    return { kind: 'back' as const, file: file[name], title, markup: framed(format, markup) };
  };
  const people = () =>
    written('people', 'People and places', (write) =>
      entries
        .map(({ names, notes }) => `<h2>${write(names.join(', '))}</h2>\n${lines(notes, write)}`)
        .join(''),
    );
  const recap = () => written('recaps', 'The story so far', (write) => lines(recaps, write));
  return [...(entries.length > 0 ? [people()] : []), ...(recaps.length > 0 ? [recap()] : [])];
}
