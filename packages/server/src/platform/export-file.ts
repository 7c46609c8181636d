import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { AppError } from './app-error.ts';
import type { RequestContext } from './context.ts';
import { requireDiskSpace } from './disk-space.ts';
import { FileResponse, type NamedFile } from './http/file-response.ts';
import { type TempFile, tempFile } from './temp-file.ts';

/** Exports of all kinds that run or wait. */
const maxWaiting = 8;
const exclusive = pLimit(1);

/** Fails once the client has disconnected: one export is written at a time, and others wait for it. */
export function requireClient({ isClientGone }: Pick<RequestContext, 'isClientGone'>): void {
  if (isClientGone()) throw new AppError('UNAVAILABLE', 'This export was canceled.');
}

/**
 * The response to an export: a file that is written to disk before it is sent, so that a slow download holds neither
 * memory nor a database snapshot. Exports run one at a time; BUSY when too many wait. `named` is the file's type and
 * name, if they are not those of the contract.
 */
export async function exportToFile(
  ctx: RequestContext,
  named: NamedFile | null,
  write: (file: TempFile) => Promise<void>,
): Promise<FileResponse> {
  await requireDiskSpace(ctx.config);
  if (exclusive.activeCount + exclusive.pendingCount >= maxWaiting)
    throw new AppError('BUSY', 'Several exports are running right now. Please try again in a minute.', {
      retryAfterSeconds: 60,
    });
  return await exclusive(async () => {
    requireClient(ctx);
    const file = await tempFile(join(ctx.config.DATA_DIR, 'exports'), randomUUID());
    try {
      await write(file);
      const { stream, size } = file.finish();
      return new FileResponse(stream, size, named);
    } catch (error) {
      await file.discard();
      throw error;
    }
  });
}
