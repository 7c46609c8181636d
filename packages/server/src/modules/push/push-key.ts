import { createECDH, ECDH } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { type Config, publicUrl } from '../../platform/config.ts';
import { readOrCreateSecret } from '../../platform/db/embedded/data-folder.ts';

const curve = 'prime256v1';

/** How this site identifies itself to push services (VAPID, RFC 8292); keys in base64url. */
interface Identity {
  publicKey: string;
  privateKey: string;
  /** Whom a push service can contact. */
  subject: string;
}

/** Apple refuses messages without a contact. */
function contactOf(config: Config): string {
  if (config.CONTACT_EMAIL !== undefined) return `mailto:${config.CONTACT_EMAIL}`;
  const url = publicUrl(config);
  return url.startsWith('https:') ? url : `mailto:no-reply@${new URL(url).hostname}`;
}

async function readIdentity(config: Config): Promise<Identity> {
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
  // Any 32 random bytes are a private key of this curve, but for one in four billion.
  const privateKey = config.PUSH_KEY ?? (await readOrCreateSecret(config.DATA_DIR, 'push.secret', false));
  const keys = createECDH(curve);
  keys.setPrivateKey(privateKey, 'base64url');
  return { publicKey: keys.getPublicKey('base64url'), privateKey, subject: contactOf(config) };
}

const identities = new WeakMap<Config, Promise<Identity>>();

/** The site's key and contact. The key is created when it is first needed (docs/product/push.md#key). */
export function pushIdentity(config: Config): Promise<Identity> {
  const identity = identities.get(config) ?? readIdentity(config);
  identities.set(config, identity);
  identity.catch(() => identities.delete(config));
  return identity;
}

/** Whether messages can be encrypted with a browser's key (base64url). */
export function isPublicKey(key: string): boolean {
  try {
    ECDH.convertKey(key, curve, 'base64url');
    return true;
  } catch {
    return false;
  }
}
