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
    log.warn({ err: error }, 'the key for addresses cannot be kept in DATA_DIR: set ADDRESS_KEY');
    return randomBytes(32).toString('base64url');
  }
}

/**
 * What is kept of an address: a hash with a key that is not in the database, so that no copy of the database tells
 * addresses; `whose` makes the same address another one for each person.
 */
export async function addressHash(
  ctx: Pick<AppContext, 'config' | 'log'>,
  whose: string,
  address: string,
): Promise<Buffer> {
  const key = keys.get(ctx.config) ?? readKey(ctx);
  keys.set(ctx.config, key);
  return createHmac('sha256', await key)
    .update(`${whose}\0${addressKey(address)}`)
    .digest();
}
