import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { diskStorage } from './disk-storage.ts';
import type { Storage } from './storage.ts';

/** The storage that the settings name: a bucket when there is one, else the folder `files`. */
export async function openStorage(config: Config, log: Log): Promise<Storage> {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    return diskStorage(join(config.DATA_DIR, 'files'));
  }
  const { s3Storage } = await import('./s3-storage.ts');
  const storage = s3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey }, log);
  // Said at the start rather than with the first image; the start waits for nothing, as the site works without.
  storage
    .open('probe-0.webp')
    .catch(() => log.warn('Images are neither kept nor shown until the bucket answers.'));
  return storage;
}
