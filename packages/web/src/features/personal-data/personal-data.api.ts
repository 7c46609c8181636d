import { useMutation } from '@tanstack/react-query';
import { type DownloadOptions, download } from '../../lib/download.ts';
import { useCall } from '../../lib/query.ts';

/** Downloads everything that is stored about the user, as a zip file. */
export const useExport = () =>
  useMutation({
    mutationFn: (options: DownloadOptions) => download('GET /users/me/export', {}, options),
    meta: { errors: 'inline' },
  });

/** Deletes the account, which can be restored for some days. */
export const useDeleteAccount = () => useCall('DELETE /users/me', { errors: 'inline' });
