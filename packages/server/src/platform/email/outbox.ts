import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/** The folder where emails are stored as files if no mail server is configured. */
export const outboxOf = ({ DATA_DIR }: Config): string => join(DATA_DIR, 'outbox');

/** The file name of an email. It contains the time, so that old files are found without reading them. */
export const outboxName = (at: Date, id: string): string =>
  `${at.toISOString().replace(/[:.]/g, '-')}-${id}.eml`;

const namePattern = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)-.*\.eml$/;

function writtenAt(name: string): Date | null {
  const [, hour, minutes, seconds, rest] = namePattern.exec(name) ?? [];
  return hour === undefined ? null : new Date(`${hour}:${minutes}:${seconds}.${rest}`);
}

/** The emails in an outbox, which may not exist. Files with other names are ignored: they are not ours. */
async function emailsIn(outbox: string): Promise<{ file: string; at: Date }[]> {
  const names = await readdir(outbox).catch((): string[] => []);
  return names.flatMap((name) => {
    const at = writtenAt(name);
    return at === null ? [] : [{ file: join(outbox, name), at }];
  });
}

/** Deletes the emails that were written before a time; returns their number. */
export async function clearOutboxBefore(outbox: string, before: Date): Promise<number> {
  const old = (await emailsIn(outbox)).filter(({ at }) => at < before);
  for (const { file } of old) await rm(file, { force: true });
  return old.length;
}

/** Deletes the emails to the addresses in `to`, and those with a Reply-To address in `from`. */
export async function clearOutboxOf(
  outbox: string,
  { to, from }: { to: string[]; from: string[] },
): Promise<void> {
  for (const { file } of await emailsIn(outbox)) {
    // The file may have been deleted in the meantime.
    const email = await readFile(file, 'utf8').catch(() => '');
    if (hasAddress(email, 'To', to) || hasAddress(email, 'Reply-To', from)) await rm(file, { force: true });
  }
}

/** Whether a header contains one of the addresses, ignoring case. */
function hasAddress(email: string, header: string, addresses: string[]): boolean {
  const [headers = ''] = email.split(/\r?\n\r?\n/, 1);
  const line = new RegExp(`^${header}:(.*)$`, 'im').exec(headers.replace(/\r?\n[ \t]+/g, ' '))?.[1] ?? '';
  const found: string[] = line.toLowerCase().match(/[^\s<>,]+@[^\s<>,]+/g) ?? [];
  return addresses.some((address) => found.includes(address.toLowerCase()));
}
