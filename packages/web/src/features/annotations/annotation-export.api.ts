import type { AnnotationFormat } from '@inkling/contract/annotations';
import { useSavedDownload } from '../../lib/download.ts';

type ExportChoice = { format: AnnotationFormat; storyId?: string | undefined; ids?: string | undefined };

const endings: Record<AnnotationFormat, string> = {
  markdown: '.md',
  json: '.json',
  csv: '.csv',
  readwise: '-readwise.csv',
};

/** Downloads the annotations of one story, some or all, and saves them on the device. */
export const useExportAnnotations = () =>
  useSavedDownload(
    'GET /annotations/export',
    'Failed to export the annotations.',
    (choice: ExportChoice) => ({
      input: { query: choice },
      name: `inkling-annotations${endings[choice.format]}`,
    }),
  );
