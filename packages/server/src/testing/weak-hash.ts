import { argon2Sync } from 'node:crypto';

/** A password hash with an outdated low cost, which is fast to verify. */
export function weakHash(password: string): string {
  const salt = Buffer.alloc(16, 3);
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce: salt,
    tagLength: 32,
    memory: 64,
    passes: 1,
    parallelism: 1,
  });
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=64,t=1,p=1$${base64(salt)}$${base64(tag)}`;
}
