import type { ExportedList } from '@inkling/contract/library-files';
import { call } from '../../lib/api.ts';
import { useSavedDownload } from '../../lib/download.ts';
import { useCall } from '../../lib/query.ts';

/** Finds the stories that a file or a list names; changes nothing. */
export const useFindStories = () => useCall('POST /library/import/preview', { errors: 'inline' });

/** The only story here with this title; undefined if there is none, or several. */
export async function findByTitle(title: string): Promise<string | undefined> {
  const text = `Title\n"${title.replaceAll('"', '""')}"`;
  const { data } = await call('POST /library/import/preview', { body: { text } });
  return data.rows[0]?.found?._id;
}

/** Adds the chosen stories to the library. */
export const useImportLibrary = () =>
  useCall('POST /library/import', {
    errors: 'inline',
    touches: ['library', 'me', 'collection', 'collectionLists', 'collectionChoices'],
  });

/** Downloads one of the reader's lists as CSV, and saves it on the device. */
export const useExportList = () =>
  useSavedDownload('GET /library/export', 'Failed to export the list.', (list: ExportedList) => ({
    input: { query: { list } },
    name: `inkling-${list}.csv`,
  }));
