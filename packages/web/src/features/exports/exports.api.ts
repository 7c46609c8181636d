import type { EbookFormat } from '@inkling/contract/ebooks';
import type { ExportFormat } from '@inkling/contract/exports';
import { useMutation } from '@tanstack/react-query';
import { type DownloadOptions, download, useSavedDownload } from '../../lib/download.ts';

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

/** Downloads a story as an EPUB; `name` makes the file's name. */
export const useEbookDownload = (id: string, name: (extension: string) => string) =>
  useSavedDownload('GET /stories/{id}/ebook', 'The EPUB couldn’t be downloaded.', (format: EbookFormat) => ({
    input: { params: { id }, query: { format } },
    name: name(format === 'epub' ? 'epub' : 'kepub.epub'),
  }));
