import { useSavedDownload } from '../../lib/download.ts';

type ExportChoice = { format: 'markdown' | 'json'; storyId?: string | undefined };

/** Downloads the annotations of one story or of all, and saves them on the device. */
export const useExportAnnotations = () =>
  useSavedDownload(
    'GET /annotations/export',
    'Failed to export the annotations.',
    (choice: ExportChoice) => ({
      input: { query: choice },
      name: `inkling-annotations.${choice.format === 'json' ? 'json' : 'md'}`,
    }),
  );
