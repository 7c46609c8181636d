import { randomUUID } from 'node:crypto';
import type { AppContext, RequestContext } from '../../platform/context.ts';
import { type Db, snapshot } from '../../platform/db/db.ts';
import { siteName } from '../../platform/email/configured.ts';
import { exportToFile } from '../../platform/export-file.ts';
import type { FileResponse } from '../../platform/http/file-response.ts';
import { ebookType } from '../ebooks/index.ts';
import {
  chapterRenderer,
  coverOf,
  type ExportChapter,
  type ExportStory,
  extendIdleTimeout,
  findExportStory,
  withPauses,
  writeBook,
} from '../exports/index.ts';
import type { News } from './ereader-email.queries.ts';
import * as queries from './ereader-email.queries.ts';

const writeDocument = (
  ctx: RequestContext,
  name: string,
  story: ExportStory,
  chapters: (tx: Db) => AsyncIterable<ExportChapter>,
): Promise<FileResponse> =>
  exportToFile(ctx, { type: ebookType, name }, (file) =>
    // Only now, since other exports may have been waited for.
    snapshot(ctx.db, async (tx) => {
      await extendIdleTimeout(tx);
      await writeBook(file, 'epub', {
        story,
        cover: () => coverOf(ctx, story),
        chapters: withPauses(ctx, chapters(tx)),
        now: ctx.clock.now(),
        render: chapterRenderer(ctx),
      });
    }),
  );

/** "Chapter 5" or "Chapters 5–7". */
export function numbersOf({ chapters }: News): string {
  const [first, last] = [chapters[0]?.number, chapters.at(-1)?.number];
  return first === last ? `Chapter ${first}` : `Chapters ${first}–${last}`;
}

/** The new chapters of a story as an EPUB. Undefined if the story is gone. */
export async function writeNewChapters(
  ctx: RequestContext,
  who: Parameters<typeof queries.newTexts>[1],
  storyId: string,
  news: News,
): Promise<FileResponse | undefined> {
  const found = await findExportStory(ctx.db, storyId);
  if (found === undefined) return undefined;
  const { author_id: _, ...story } = found;
  // A book of its own, which replaces no other on the e-reader.
  const id = news.chapters[0]?.id ?? story.id;
  const title = `${story.title}: ${numbersOf(news)}`;
  return await writeDocument(ctx, 'chapters.epub', { ...story, id, title, hasVolumes: false }, (tx) =>
    queries.newTexts(tx, who, storyId, news),
  );
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
    cover: null,
    style: null,
    hasVolumes: false,
  };
  return writeDocument(ctx, 'code.epub', story, async function* () {
    yield {
      title: shown,
      authorNotes: '',
      content: `Enter this code on ${siteName}, under Settings, E-readers and apps. If you didn’t ask for it, delete this document. Nothing more will be sent.`,
      volume: null,
    };
  });
};
