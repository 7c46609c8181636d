import { hash } from 'node:crypto';
import { ownEpub } from '../../../platform/own-epub.ts';
import type { ZipFile } from '../../../platform/zip-file.ts';
import { beginsVolume, type ExportBook, type ExportChapter, type ExportStory } from '../export-book.ts';
import { xmlAttribute, xmlText } from '../xml.ts';
import { containerFile, type EpubPage, navigationFile, ncxFile, packageFile, page } from './package.ts';

/** The style sheet of an EPUB: small, so that reading apps and readers keep their own settings. */
export const styleSheet = `h1 { margin: 2em 0 1.5em; text-align: center; line-height: 1.2; }
p { margin: 0; text-indent: 1.25em; }
h1 + p, hr + p, aside + p, div + p { text-indent: 0; }
hr { width: 5em; margin: 1.5em auto; border: 0; text-align: center; }
hr::before { content: "* * *"; }
.verse { margin: 1em 0; }
.verse p { text-indent: -1.5em; padding-inline-start: 1.5em; white-space: pre-wrap; text-align: start; }
.note, .end-note { margin: 0 0 2em; padding: 0.75em 1em; border: 1px solid; }
.end-note { margin: 2em 0 0; }
.note p, .end-note p { text-indent: 0; margin: 0.5em 0; }
.note .label, .end-note .label { font-weight: bold; }
.author { text-align: center; text-indent: 0; margin-bottom: 2em; }
.description p { text-indent: 0; margin: 0.5em 0; }
.cover { margin: 0; text-align: center; }
.cover img { max-width: 100%; max-height: 100vh; }
`;

export const numbered = (letter: string, number: number): string =>
  `${letter}${String(number).padStart(5, '0')}.xhtml`;

export const coverPage = ({ title, language }: ExportStory, file: string): string =>
  page(
    { title, language, type: 'cover' },
    `<p class="cover"><img src="${file}" alt="${xmlAttribute(`Cover: ${title}`)}"/></p>\n`,
  );

/** `more` comes below the description. */
export function titlePage({ title, author, description, language }: ExportStory, more = ''): string {
  const lines = description.split('\n').filter((line) => line.trim() !== '');
  const paragraphs = lines.map((line) => `<p>${xmlText(line)}</p>\n`).join('');
  return page(
    { title, language, type: 'titlepage' },
    `<h1>${xmlText(title)}</h1>\n<p class="author">${xmlText(author)}</p>\n<div class="description">\n${paragraphs}</div>\n${more}`,
  );
}

const volumePage = (title: string, language: string): string =>
  page({ title, language, type: ownEpub.volume }, `<h1>${xmlText(title)}</h1>\n`);

/** Writes an EPUB 3, chapter by chapter. */
export async function writeEpub(
  zip: ZipFile,
  { story, cover: makeCover, chapters, glossary, now, render }: ExportBook,
): Promise<void> {
  const { language, hasVolumes } = story;
  const pages: EpubPage[] = [];
  const addPage = async (kind: EpubPage['kind'], file: string, title: string, content: string) => {
    await zip.add(`EPUB/${file}`, content);
    pages.push({ kind, file, title });
  };
  // The first file, uncompressed: this is how programs recognise an EPUB.
  await zip.add('mimetype', 'application/epub+zip', { packed: true });
  await zip.add('META-INF/container.xml', containerFile);
  // A file in this folder is no part of the book that reading apps show.
  if (glossary) await zip.add(ownEpub.glossary, glossary);
  await zip.add('EPUB/style.css', styleSheet);
  const cover = await makeCover();
  const file = cover.type === 'image/jpeg' ? 'cover.jpg' : 'cover.svg';
  await zip.add(`EPUB/${file}`, cover.bytes, { packed: cover.type === 'image/jpeg' });
  await addPage('front', 'cover.xhtml', story.title, coverPage(story, file));
  await addPage('front', 'title.xhtml', story.title, titlePage(story));

  let volume: ExportChapter['volume'] = null;
  let [volumes, number] = [0, 0];
  for await (const chapter of chapters) {
    if (beginsVolume(chapter, volume)) {
      volumes += 1;
      const { title } = chapter.volume;
      await addPage('volume', numbered('v', volumes), title, volumePage(title, language));
    }
    volume = chapter.volume;
    number += 1;
    const content = await render('epub', { chapter, language, hasVolumes });
    await addPage('chapter', numbered('c', number), chapter.title, content);
  }
  const generatedHash = cover.isGenerated ? hash('sha256', cover.bytes) : null;
  await zip.add('EPUB/nav.xhtml', navigationFile(story, pages));
  await zip.add('EPUB/toc.ncx', ncxFile(story, pages));
  await zip.add(
    'EPUB/package.opf',
    packageFile(story, pages, { file, type: cover.type, generatedHash }, now),
  );
}
