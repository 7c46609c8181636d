import { hash } from 'node:crypto';
import type { EbookFormat } from '@inkling/contract/ebooks';
import type { RequestContext } from '../../platform/context.ts';
import type { TempFile } from '../../platform/temp-file.ts';
import { zipFile } from '../../platform/zip-file.ts';
import {
  containerFile,
  contentsList,
  coverOf,
  coverPage,
  type EpubPage,
  type findExportStory,
  navigationFile,
  ncxFile,
  numbered,
  packageFile,
  styleSheet,
  titlePage,
  whenFree,
  withPauses,
} from '../exports/index.ts';
import { type BackMatter, backPages } from './back-matter.ts';
import {
  closedPage,
  continueLink,
  ebookPage,
  english,
  type LinkedPage,
  type PageTask,
  titleId,
} from './ebook-page.ts';
import type { Item, ItemText } from './ebooks.queries.ts';

/** Raise this when the markup of pages changes, so that files of the same texts get new names. */
const layout = 3;

/** The pages before the chapters, whose number never changes: the cover and the title page. */
export const frontPages = 2;

/** The time of every entry: a file of the same texts has the same bytes, in every time zone. */
const entryTime = new Date(1980, 0, 1);

const styles = `${styleSheet}.volume { margin-top: 2em; text-align: center; }
.break { margin: 1.5em 0; text-align: center; text-indent: 0; }
.break + p { text-indent: 0; }
p.verse { text-indent: -1.5em; padding-inline-start: 1.5em; white-space: pre-wrap; text-align: start; }
p.verse.first, p.verse + p:not(.verse) { margin-top: 1em; }
.contents ol { padding: 0 0 0 1.5em; list-style: none; }
.continue { margin: 2em 0; text-align: center; }
.from { margin-top: 0.5em; text-indent: 0; font-size: 0.9em; }
`;

const worker = new URL('./ebook-page.worker.ts', import.meta.url);
/** Shorter chapters (in characters) are written in place: passing them to a thread would cost more. */
const minThreadedText = 20_000;

const render = async (
  ctx: Pick<RequestContext, 'threads' | 'isClientGone'>,
  task: PageTask,
): Promise<string> =>
  task.chapter.content.length < minThreadedText
    ? ebookPage(task)
    : String(await whenFree(ctx, () => ctx.threads.run(worker, 'ebookPage', task)));

const texts = {
  gone: { title: 'Not available', text: 'This chapter is no longer available.' },
  exclusive: { title: '', text: 'This chapter is for readers with Premium.' },
};

interface Book {
  story: NonNullable<Awaited<ReturnType<typeof findExportStory>>>;
  format: EbookFormat;
  /** The pages of chapters in reading order; their positions count from 1. */
  items: Item[];
  texts: AsyncGenerator<ItemText>;
  back: BackMatter;
}

/** Writes an EPUB 3 for readers, chapter by chapter. The same texts give the same bytes. */
export async function writeEbook(
  ctx: RequestContext,
  file: Pick<TempFile, 'append'>,
  { story: { author_id: _, ...found }, format, items, texts: itemTexts, back }: Book,
): Promise<void> {
  const inOrder = items
    .filter(({ state }) => state !== 'gone')
    .sort((a, b) => (a.number ?? 0) - (b.number ?? 0));
  const story = { ...found, hasVolumes: inOrder.some(({ volume }) => volume !== null) };
  const { language } = story;
  const linked = ({ position, title }: Item): LinkedPage => ({
    file: numbered('c', position),
    title: title ?? '',
  });
  /** The next chapter in the story, by position; null where it is the next page. */
  const nextOf = new Map<number, LinkedPage | null>();
  for (const [index, { position }] of inOrder.entries()) {
    const next = inOrder[index + 1];
    nextOf.set(position, next === undefined || next.position === position + 1 ? null : linked(next));
  }
  const volumeAt = new Map<number, string>();
  const before = new Map<Item, Item | undefined>();
  for (const [index, item] of inOrder.entries()) {
    const previous = inOrder[index - 1];
    before.set(item, previous);
    if (item.volume !== null && item.volume.id !== previous?.volume?.id)
      volumeAt.set(item.position, item.volume.title);
  }
  const contentsOf = (listed: Item[], titleOf: (item: Item, previous: Item | undefined) => string) =>
    listed.flatMap((item, index): EpubPage[] => {
      const [{ file }, { volume }, previous] = [linked(item), item, listed[index - 1]];
      const begins = volume !== null && volume.id !== previous?.volume?.id;
      const title = titleOf(item, previous);
      const kind = volume === null ? 'single' : 'chapter';
      const chapter: EpubPage = { kind, file: begins ? `${file}#${titleId}` : file, title };
      return begins ? [{ kind: 'volume', file, title: volume.title }, chapter] : [chapter];
    });
  const byPage = inOrder.toSorted((a, b) => a.position - b.position);
  // Programs need the order of the pages (docs/decisions/0173-contents-of-grown-epubs.md); titles say where the story's differs.
  const contents = contentsOf(byPage, (item, previous) => {
    const [title, last] = [item.title ?? '', before.get(item)];
    return last === previous ? title : `${title} (${last ? `after ${last.title}` : 'the beginning'})`;
  });
  const hasMoved = byPage.some((item, index) => item !== inOrder[index]);
  const inStoryOrder = hasMoved
    ? `<div class="contents">\n<h2 ${english}>Contents</h2>\n${contentsList(contentsOf(inOrder, ({ title }) => title ?? ''))}\n</div>\n`
    : '';

  const cover = await coverOf(ctx, story);
  const coverFile = cover.type === 'image/jpeg' ? 'cover.jpg' : 'cover.svg';
  const key = hash(
    'sha256',
    JSON.stringify([layout, format, story, hash('sha256', cover.bytes), items, back]),
  );
  const modified = Math.max(0, ...inOrder.map(({ updated_at }) => updated_at?.getTime() ?? 0));

  const zip = zipFile(file, entryTime);
  // The first file, uncompressed: this is how programs recognize an EPUB.
  await zip.add('mimetype', 'application/epub+zip', { packed: true });
  // In the first kilobyte, so that KOReader gives files of different texts different names, however similar they are.
  await zip.add('META-INF/container.xml', `${containerFile}<!-- ${key.slice(0, 32)} -->\n`);
  await zip.add('EPUB/style.css', styles);
  await zip.add(`EPUB/${coverFile}`, cover.bytes, { packed: cover.type === 'image/jpeg' });
  await zip.add('EPUB/cover.xhtml', coverPage(story, coverFile));
  const [first] = inOrder;
  const begin = first === undefined || first.position === 1 ? null : linked(first);
  await zip.add('EPUB/title.xhtml', titlePage(story, continueLink(begin) + inStoryOrder));
  const pages: EpubPage[] = [
    { kind: 'front', file: 'cover.xhtml', title: story.title },
    { kind: 'front', file: 'title.xhtml', title: story.title },
  ];
  for await (const { text } of withPauses(ctx, itemTexts)) {
    const item = items[pages.length - frontPages];
    if (item === undefined) throw new Error('The reading order of an EPUB has a gap.');
    const { position } = item;
    const page = linked(item);
    const next = nextOf.get(position) ?? null;
    const closed = texts[item.state === 'exclusive' ? 'exclusive' : 'gone'];
    const markup =
      text === null
        ? closedPage(format, item.title ?? closed.title, closed.text, next)
        : await render(ctx, {
            format,
            language,
            chapter: {
              title: page.title,
              content: text.content,
              ids: text.ids,
              authorNotes: text.author_notes,
              endNotes: text.end_notes,
            },
            volume: volumeAt.get(position) ?? null,
            next,
          });
    await zip.add(`EPUB/${page.file}`, markup);
    pages.push({ kind: 'chapter', ...page });
  }
  const linkedAt = (position: number): LinkedPage => linked(items[position - 1] as Item);
  for (const { markup, ...page } of backPages(format, language, back, linkedAt)) {
    await zip.add(`EPUB/${page.file}`, markup);
    pages.push(page);
    contents.push(page);
  }
  await zip.add('EPUB/nav.xhtml', navigationFile(story, contents));
  await zip.add('EPUB/toc.ncx', ncxFile(story, contents));
  const image = { file: coverFile, type: cover.type, generatedHash: null };
  await zip.add('EPUB/package.opf', packageFile(story, pages, image, new Date(modified), false));
  await zip.end();
}
