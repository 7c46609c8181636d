import { call } from '../../lib/api.ts';
import { callQuery } from '../../lib/query.ts';
import { type UploadOptions, upload } from '../../lib/upload.ts';

export const importQuery = (id: string) => ({
  ...callQuery('GET /imports/{id}', { params: { id } }),
  staleTime: 0,
});

/** The imports in progress. */
export const importsQuery = { ...callQuery('GET /imports', {}), staleTime: 0 };

export const startImport = async (file: File, options: UploadOptions) =>
  (await upload('POST /imports', { file }, options)).data;

export const cancelImport = (id: string) => call('DELETE /imports/{id}', { params: { id } });
