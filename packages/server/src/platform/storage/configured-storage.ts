import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { OnSent, S3Settings } from './s3-storage.ts';
import { type Storage, safeName } from './storage.ts';

/** Stores files in one folder, in subfolders by the first two letters of the name. */
export function diskStorage(folder: string): Storage {
  const pathOf = (name: string): string | null =>
    safeName.test(name) ? join(folder, name.slice(0, 2), name) : null;

  return {
    async put(name, bytes) {
      const path = pathOf(name);
      if (path === null) throw new Error(`not a storage name: ${name}`);
      await mkdir(dirname(path), { recursive: true });
      // Written to a temporary file and renamed, so that a crash leaves no partial file under the final name.
      const temporary = `${path}.part`;
      const file = await open(temporary, 'w', 0o640);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    },
    async open(name) {
      const path = pathOf(name);
      if (path === null) return null;
      const size = await stat(path).then(
        (found) => found.size,
        () => null,
      );
      return size === null ? null : { stream: createReadStream(path), size };
    },
    async remove(name) {
      const path = pathOf(name);
      if (path === null) return;
      await rm(path, { force: true });
      // A crash during a write may have left this file.
      await rm(`${path}.part`, { force: true });
    },
  };
}

/** The configured bucket; null if there is none. */
export function bucketSettings(config: Config): S3Settings | null {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  return { endpoint, bucket, region, accessKeyId, secretAccessKey };
}

/** The configured storage: the S3 bucket if there is one, otherwise the folder `files`. */
export async function openStorage(config: Config, log: Log, onSent?: OnSent): Promise<Storage> {
  const settings = bucketSettings(config);
  if (settings === null) return diskStorage(join(config.DATA_DIR, 'files'));
  const { s3Storage } = await import('./s3-storage.ts');
  const storage = s3Storage(settings, log, onSent && { onSent });
  // Checks the bucket in the background, so that a problem is logged at the start; the site works without it.
  storage
    .open('probe-0.webp')
    .catch(() => log.warn('the S3 bucket is not reachable; images can’t be saved or shown until it is'));
  return storage;
}
