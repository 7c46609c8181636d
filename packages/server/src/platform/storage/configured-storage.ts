import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { diskStorage } from './disk-storage.ts';
import type { OnSent, S3Settings } from './s3-storage.ts';
import type { Storage } from './storage.ts';

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
