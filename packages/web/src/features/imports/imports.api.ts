import { call } from '../../lib/api.ts';
import { callQuery, useCall } from '../../lib/query.ts';
import { type UploadOptions, upload } from '../../lib/upload.ts';

export const importQuery = (id: string) => ({
  ...callQuery('GET /imports/{id}', { params: { id } }),
  staleTime: 0,
});

/** The import that is running or waits for review. */
export const importsQuery = { ...callQuery('GET /imports', {}), staleTime: 0 };

/** The pieces of a book in review. They change only when the file is read in another encoding. */
export const planQuery = (id: string) => ({
  ...callQuery('GET /imports/{id}/plan', { params: { id } }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** A page of a piece's paragraphs. */
export const paragraphsQuery = (id: string, piece: number, page: number) =>
  callQuery('GET /imports/{id}/pieces/{piece}/paragraphs', {
    params: { id, piece: String(piece) },
    query: { page },
  });

export const startImport = async (file: File, options: UploadOptions) =>
  (await upload('POST /imports', { file }, options)).data;

export const useConfirmImport = () =>
  useCall('POST /imports/{id}/confirm', { errors: 'inline', stale: ['imports'] });

export const useChooseEncoding = () =>
  useCall('POST /imports/{id}/encoding', {
    fallback: 'The file could not be read again. Please try again.',
    stale: ['imports'],
  });

export const cancelImport = (id: string) => call('DELETE /imports/{id}', { params: { id } });
