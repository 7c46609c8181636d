import { createHmac, randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { Config } from './config.ts';
import type { AppContext } from './context.ts';
import { readOrCreateSecret } from './db/embedded/data-folder.ts';
import { addressKey } from './http/address.ts';

const keys = new WeakMap<Config, Promise<string>>();

async function readKey({ config, log }: Pick<AppContext, 'config' | 'log'>): Promise<string> {
  if (config.ADDRESS_KEY !== undefined) return config.ADDRESS_KEY;
  try {
    await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
    return await readOrCreateSecret(config.DATA_DIR, 'addresses.secret', false);
  } catch (error) {
    log.warn(
      { err: error },
      'the key for address hashes can’t be stored in DATA_DIR; set ADDRESS_KEY so that it survives a restart',
    );
    return randomBytes(32).toString('base64url');
  }
}

/**
 * The stored form of an IP address: an HMAC whose key is not in the database, so that a database copy reveals no
 * addresses. `userId` is part of the input, so that one address has a different hash for each user.
 */
export async function addressHash(
  ctx: Pick<AppContext, 'config' | 'log'>,
  userId: string,
  address: string,
): Promise<Buffer> {
  const key = keys.get(ctx.config) ?? readKey(ctx);
  keys.set(ctx.config, key);
  return createHmac('sha256', await key)
    .update(`${userId}\0${addressKey(address)}`)
    .digest();
}
