import type { ReadingStatus } from '@inkling/contract/library';
import type { ExportedList } from '@inkling/contract/library-files';
import { type Config, publicUrl } from '../../platform/config.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, streamRows } from '../../platform/db/db.ts';
import { type Cell, exportCsv } from '../../platform/export-file.ts';
import type { FileResponse } from '../../platform/http/file-response.ts';
import * as queries from './library-files.queries.ts';

/** The header of a list's file, and its rows. */
interface Exported {
  header: string[];
  rows(tx: Db, config: Config, userId: string): AsyncIterable<Cell[]>;
}

const dayOf = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? '';
const yesNo = (value: boolean): string => (value ? 'Yes' : 'No');

/** Title, author and link of a story, as far as it is available. */
function storyCells(
  config: Config,
  story: { story_id: string; title: string | null; author: string | null },
) {
  const isAvailable = story.title !== null;
  return {
    title: story.title ?? 'No longer available',
    author: story.author ?? '',
    link: isAvailable ? `${publicUrl(config)}/story/${story.story_id}` : '',
  };
}

/** `import` reads them again (parse-list.ts). */
const statuses: Record<ReadingStatus, string> = {
  reading: 'Reading',
  completed: 'Completed',
  on_hold: 'On hold',
  dropped: 'Dropped',
  none: '',
};

const library: Exported = {
  header: ['Title', 'Author', 'Status', 'Progress', 'Saved', 'Last Read', 'Date Added', 'Note', 'Link'],
  async *rows(tx, config, userId) {
    for await (const entry of streamRows(tx, queries.exportedEntries(userId))) {
      const { title, author, link } = storyCells(config, entry);
      const [lastRead, added] = [dayOf(entry.last_read_at), dayOf(entry.created_at)];
      const progress = Math.floor(entry.progress);
      const saved = yesNo(entry.is_bookmarked);
      yield [title, author, statuses[entry.status], progress, saved, lastRead, added, entry.note, link];
    }
  },
};

const collections: Exported = {
  header: ['Collection', 'Visibility', 'Title', 'Author', 'Date Added', 'Link'],
  async *rows(tx, config, userId) {
    for await (const { name, visibility, added_at, story_id, ...story } of streamRows(
      tx,
      queries.exportedCollections(userId),
    )) {
      const { title, author, link } =
        story_id === null ? { title: '', author: '', link: '' } : storyCells(config, { story_id, ...story });
      yield [name, visibility, title, author, dayOf(added_at), link];
    }
  },
};

const ratings: Exported = {
  header: ['Title', 'Author', 'Rating', 'Review', 'Spoiler', 'Helpful', 'Date', 'Link'],
  async *rows(tx, config, userId) {
    for await (const rating of streamRows(tx, queries.exportedRatings(userId))) {
      const { title, author, link } = storyCells(config, rating);
      const { review, is_spoiler, helpful, created_at } = rating;
      yield [title, author, rating.rating, review ?? '', yesNo(is_spoiler), helpful, dayOf(created_at), link];
    }
  },
};

const exportedLists: Record<ExportedList, Exported> = { library, collections, ratings };

/** One of the viewer's lists as CSV (docs/product/library-files.md#export). */
export function exportLibrary(
  ctx: RequestContext,
  viewer: Viewer,
  list: ExportedList,
): Promise<FileResponse> {
  const { header, rows } = exportedLists[list];
  return exportCsv(ctx, {
    name: `inkling-${list}.csv`,
    header,
    rows: (tx) => rows(tx, ctx.config, viewer.id),
  });
}
