import type { ExportFormat } from '@inkling/contract/exports';
import { useMutation } from '@tanstack/react-query';
import { type DownloadOptions, download } from '../../lib/download.ts';

interface Wanted extends DownloadOptions {
  format: ExportFormat;
  drafts: boolean;
}

/** Downloads one of the author's stories as a file. */
export const useStoryExport = (id: string) =>
  useMutation({
    mutationFn: ({ format, drafts, ...options }: Wanted) =>
      download(
        'GET /stories/{id}/export',
        { params: { id }, query: { format, drafts: drafts ? 'true' : 'false' } },
        options,
      ),
    meta: { errors: 'inline' },
  });
