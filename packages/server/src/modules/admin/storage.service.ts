import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { getStorage } from '@inkling/contract/admin';
import type { ResponseOf } from '@inkling/contract/call';
import type { AppContext } from '../../platform/context.ts';
import { backupsFolder, lastBackup } from '../../platform/last-backup.queries.ts';
import { readState, type StoredState, writeState } from '../../platform/site-state.queries.ts';
import { scheduleSweep } from '../../platform/sweep.ts';
import { type Images, listOwners, measureDatabase, measureImages } from './storage.queries.ts';

const stateName = 'images';

async function storeImages({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<StoredState<Images>> {
  const at = clock.now();
  const value = await measureImages(db);
  await writeState(db, stateName, value, at);
  return { value, at };
}

/** Measures the images every night. */
export const measureNightly = (ctx: AppContext): void =>
  scheduleSweep(ctx, 'measure-images', '15 4 * * *', [() => storeImages(ctx)]);

/** The backups in this server's data folder; null if they go to a bucket, or another server has them. */
async function measureBackups({ config }: Pick<AppContext, 'config'>) {
  if (config.BACKUP_TO === 'bucket') return null;
  const folder = backupsFolder(config);
  const names = await readdir(folder).catch(() => null);
  if (names === null) return null;
  const sizes = await Promise.all(
    names
      .filter((name) => name.endsWith('.zip'))
      .map((name) =>
        stat(join(folder, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  );
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** What images, texts, the database and backups take up; images as of the last night. */
export async function measureStorage(ctx: AppContext): Promise<ResponseOf<typeof getStorage>['data']> {
  const { value: images, at } = (await readState<Images>(ctx.db, stateName)) ?? (await storeImages(ctx));
  return {
    ...images,
    people: await listOwners(ctx.db, images),
    imagesAt: new Date(at).toISOString(),
    ...(await measureDatabase(ctx.db)),
    backups: await measureBackups(ctx),
    lastBackupBytes: (await lastBackup(ctx)).written?.size ?? null,
  };
}
