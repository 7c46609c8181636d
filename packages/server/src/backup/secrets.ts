import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Config } from '../platform/config.ts';
import { matchOwnerOf } from '../platform/db/embedded/data-folder.ts';
import { BackupProblem } from './backup-file.ts';

/** The keys that a site needs besides its data, each in a setting or in a file of DATA_DIR. */
const secretFiles = { ADDRESS_KEY: 'addresses.secret', PUSH_KEY: 'push.secret' } as const;
const secretNames = ['ADDRESS_KEY', 'PUSH_KEY'] as const;
export type Secrets = Partial<Record<(typeof secretNames)[number], string>>;

const secretsSchema = z.object({ ADDRESS_KEY: z.string().optional(), PUSH_KEY: z.string().optional() });
const encryptedSchema = z.object({ salt: z.base64(), nonce: z.base64(), tag: z.base64(), data: z.base64() });

/** OWASP's parameters for scrypt: 128 MB for a moment. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const keyOf = (passphrase: string, salt: Buffer) =>
  promisify<string, Buffer, number, typeof cost, Buffer>(scrypt)(passphrase.normalize('NFC'), salt, 32, cost);

/** The site's keys; a key that was not needed yet is left out. */
export async function readSecrets(config: Config): Promise<Secrets> {
  const secrets: Secrets = {};
  for (const name of secretNames) {
    const value =
      config[name] ?? (await readFile(join(config.DATA_DIR, secretFiles[name]), 'utf8').catch(() => ''));
    if (value.trim() !== '') secrets[name] = value.trim();
  }
  return secrets;
}

/** Encrypts the keys with AES-256-GCM, under a key that scrypt derives from the passphrase. */
export async function encryptSecrets(secrets: Secrets, passphrase: string): Promise<string> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce);
  const data = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
  const parts = { salt, nonce, tag: cipher.getAuthTag(), data };
  return JSON.stringify(
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.toString('base64')])),
  );
}

/** Throws a BackupProblem for another passphrase. */
export async function decryptSecrets(encrypted: string, passphrase: string): Promise<Secrets> {
  const { salt, nonce, tag, data } = encryptedSchema.parse(JSON.parse(encrypted));
  const key = await keyOf(passphrase, Buffer.from(salt, 'base64'));
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'), { authTagLength: 16 });
  decipher.setAuthTag(Buffer.from(tag, 'base64'));
  try {
    const text = Buffer.concat([decipher.update(Buffer.from(data, 'base64')), decipher.final()]);
    return secretsSchema.parse(JSON.parse(text.toString('utf8')));
  } catch (cause) {
    throw new BackupProblem(
      'The passphrase is not the one that this backup was made with. Give the right one, or none to restore without the keys. Nothing was changed.',
      { cause },
    );
  }
}

/** Stores keys in DATA_DIR. Returns the settings that name another key, which stay as they are. */
export async function writeSecrets(config: Config, secrets: Secrets): Promise<string[]> {
  const other: string[] = [];
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
  for (const name of secretNames) {
    const value = secrets[name];
    if (value === undefined) continue;
    if (config[name] !== undefined) {
      if (config[name] !== value) other.push(name);
      continue;
    }
    const file = join(config.DATA_DIR, secretFiles[name]);
    const draft = `${file}.${randomBytes(6).toString('hex')}`;
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${value}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await matchOwnerOf(config.DATA_DIR, draft);
    await rename(draft, file);
  }
  return other;
}
