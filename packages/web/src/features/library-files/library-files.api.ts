import type { ExportedList } from '@inkling/contract/library-files';
import { useMutation } from '@tanstack/react-query';
import { download, saveFile } from '../../lib/download.ts';
import { showSuccess } from '../../lib/notify.ts';
import { useCall } from '../../lib/query.ts';

/** Finds the stories that a file or a list names; changes nothing. */
export const useFindStories = () => useCall('POST /library/import/preview', { errors: 'inline' });

/** Adds the chosen stories to the library. */
export const useImportLibrary = () =>
  useCall('POST /library/import', { errors: 'inline', touches: ['library', 'me'] });

/** Downloads one of the reader's lists as CSV, and saves it on the device. */
export const useExportList = () =>
  useMutation({
    mutationFn: async (list: ExportedList) => {
      const { signal } = new AbortController();
      const file = await download(
        'GET /library/export',
        { query: { list } },
        { signal, onProgress: () => {} },
      );
      const name = `inkling-${list}.csv`;
      saveFile(file, name);
      return name;
    },
    onSuccess: (name) => showSuccess(`Saved as ${name}.`),
    meta: { fallback: 'Failed to export the list.' },
  });
