import { randomUUID } from 'node:crypto';
import type { AppContext, RequestContext } from '../../platform/context.ts';
import { siteName } from '../../platform/email/configured.ts';
import { exportToFile } from '../../platform/export-file.ts';
import type { FileResponse } from '../../platform/http/file-response.ts';
import { ebookType } from '../ebooks/index.ts';
import { chapterRenderer, coverOf, type ExportStory, writeBook } from '../exports/index.ts';
import type { News } from './ereader-email.queries.ts';

/** "Chapter 5" or "Chapters 5–7". */
export function numbersOf({ chapters }: News): string {
  const [first, last] = [chapters[0]?.number, chapters.at(-1)?.number];
  return first === last ? `Chapter ${first}` : `Chapters ${first}–${last}`;
}

/** The document that proves that what is sent to an address arrives on the person's e-reader. It has no text of theirs. */
export const writeCodeDocument = (ctx: AppContext & RequestContext, code: string): Promise<FileResponse> => {
  const shown = `${code.slice(0, 3)} ${code.slice(3)}`;
  const story: ExportStory = {
    id: randomUUID(),
    title: `Your code: ${shown}`,
    description: 'The code to confirm your e-reader’s address.',
    author: siteName,
    language: 'en',
    status: 'completed',
    genres: [],
    tags: [],
    contentWarnings: [],
    audience: 'everyone',
    publishedAt: null,
    series: null,
    cover: null,
    style: null,
    hasVolumes: false,
  };
  const chapters = async function* () {
    yield {
      title: shown,
      authorNotes: '',
      content: `Enter this code on ${siteName}, under Settings, E-readers and apps. If you didn’t ask for it, delete this document. Nothing more will be sent.`,
      volume: null,
    };
  };
  return exportToFile(ctx, { type: ebookType, name: 'code.epub' }, (file) =>
    writeBook(file, 'epub', {
      story,
      cover: () => coverOf(ctx, story),
      chapters: chapters(),
      now: ctx.clock.now(),
      render: chapterRenderer(ctx),
    }),
  );
};
