import { useMutation } from '@tanstack/react-query';
import { download, saveFile } from '../../lib/download.ts';
import { showSuccess } from '../../lib/notify.ts';

type ExportChoice = { format: 'markdown' | 'json'; storyId?: string | undefined };

/** Downloads the annotations of one story or of all, and saves them on the device. */
export const useExportAnnotations = () =>
  useMutation({
    mutationFn: async ({ format, storyId }: ExportChoice) => {
      const { signal } = new AbortController();
      const query = { format, ...(storyId !== undefined && { storyId }) };
      const file = await download('GET /annotations/export', { query }, { signal, onProgress: () => {} });
      const name = `inkling-annotations.${format === 'json' ? 'json' : 'md'}`;
      saveFile(file, name);
      return name;
    },
    onSuccess: (name) => showSuccess(`Saved as ${name}.`),
    meta: { fallback: 'Failed to export the annotations.' },
  });
