import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/** Where mails lie as files as long as no mail server is set. */
export const outboxOf = ({ DATA_DIR }: Config): string => join(DATA_DIR, 'outbox');

/** What a mail's file is called: by when it was written, so that old ones are known without being read. */
export const outboxName = (at: Date, id: string): string =>
  `${at.toISOString().replace(/[:.]/g, '-')}-${id}.eml`;

const written = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)-.*\.eml$/;

function writtenAt(name: string): Date | null {
  const [, hour, minutes, seconds, rest] = written.exec(name) ?? [];
  return hour === undefined ? null : new Date(`${hour}:${minutes}:${seconds}.${rest}`);
}

/** The mails of an outbox, which there need not be; what has another name was put there by somebody else. */
async function mailsIn(outbox: string): Promise<{ file: string; at: Date }[]> {
  const names = await readdir(outbox).catch((): string[] => []);
  return names.flatMap((name) => {
    const at = writtenAt(name);
    return at === null ? [] : [{ file: join(outbox, name), at }];
  });
}

/** Deletes the mails that were written before; answers how many. */
export async function clearOutboxBefore(outbox: string, before: Date): Promise<number> {
  const old = (await mailsIn(outbox)).filter(({ at }) => at < before);
  for (const { file } of old) await rm(file, { force: true });
  return old.length;
}

/** Deletes the mails to these addresses, and those that one of `from` is to be answered at. */
export async function clearOutboxOf(
  outbox: string,
  { to, from }: { to: string[]; from: string[] },
): Promise<void> {
  for (const { file } of await mailsIn(outbox)) {
    // It may have gone meanwhile.
    const email = await readFile(file, 'utf8').catch(() => '');
    if (named(email, 'To', to) || named(email, 'Reply-To', from)) await rm(file, { force: true });
  }
}

/** Whether a header has one of these addresses, whatever their case. */
function named(email: string, header: string, addresses: string[]): boolean {
  const [headers = ''] = email.split(/\r?\n\r?\n/, 1);
  const line = new RegExp(`^${header}:(.*)$`, 'im').exec(headers.replace(/\r?\n[ \t]+/g, ' '))?.[1] ?? '';
  const found: string[] = line.toLowerCase().match(/[^\s<>,]+@[^\s<>,]+/g) ?? [];
  return addresses.some((address) => found.includes(address.toLowerCase()));
}
