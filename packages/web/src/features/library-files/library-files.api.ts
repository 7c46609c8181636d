import { useMutation } from '@tanstack/react-query';
import { download } from '../../lib/download.ts';
import { useCall } from '../../lib/query.ts';

/** Finds the stories that a file or a list names; changes nothing. */
export const useFindStories = () => useCall('POST /library/import/preview', { errors: 'inline' });

/** Adds the chosen stories to the library. */
export const useImportLibrary = () =>
  useCall('POST /library/import', { errors: 'inline', stale: ['library', 'me'] });

/** Downloads the library as CSV. */
export const useExportLibrary = () =>
  useMutation({
    mutationFn: () =>
      download(
        'GET /library/export',
        { query: { list: 'library' } },
        { signal: new AbortController().signal, onProgress: () => {} },
      ),
    meta: { success: 'Saved as inkling-library.csv.', fallback: 'Failed to export your library.' },
  });
