import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import { activityOf, countOne } from '../activity.ts';
import type { Clock } from '../clock.ts';
import { type Config, publicUrl } from '../config.ts';
import type { Db } from '../db/db.ts';
import type { Log } from '../log.ts';
import { countOutside } from '../outside-requests.ts';
import { AddressRefused, type Email, headerText, type Mailer, type Sender } from './email.ts';
import { countEmail } from './sent-emails.queries.ts';

const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  socketCloseTimeout: 500,
};

/** The options of an email for nodemailer, used for the mail server and for the outbox. */
const messageOptions = (email: Email, from: Sender, host: string) => ({
  from,
  to: { name: '', address: headerText(email.to, 320) },
  ...(email.replyTo !== undefined && { replyTo: { name: '', address: headerText(email.replyTo, 320) } }),
  subject: headerText(email.subject),
  text: email.text,
  html: email.html,
  ...(email.attachment !== undefined && {
    attachments: [
      {
        filename: headerText(email.attachment.name),
        contentType: email.attachment.type,
        content: email.attachment.stream,
      },
    ],
  }),
  messageId: `<${email.id}@${host}>`,
  // Asks mail servers not to send out-of-office replies.
  headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(email) },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** With these a mail client unsubscribes by a single POST (RFC 8058). */
const unsubscribeHeaders = ({ unsubscribeUrl }: Email) =>
  unsubscribeUrl === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };

/** Sends through the mail server of SMTP_URL; connects at the first email. */
function smtpMailer(smtpUrl: string, from: Sender, host: string): Mailer {
  let opened: Promise<Transporter> | undefined;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url: smtpUrl, ...timeouts });
  };
  return {
    async send(email, signal) {
      opened ??= open();
      const transport = await opened;
      await transport.sendMail({ ...messageOptions(email, from, host), signal }).catch((error: unknown) => {
        throw withoutAddresses(error);
      });
    },
    close() {
      void opened?.then((transport) => transport.close());
    },
  };
}

/** Connects and signs in to a mail server; null if it accepts that, otherwise the code of the failure. */
export async function verifyEmailServer(smtpUrl: string): Promise<string | null> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  } finally {
    transport.close();
  }
}

/** Mail servers repeat addresses in their error messages, so the log gets only the codes. */
function withoutAddresses(error: unknown): Error {
  const details = error instanceof Error ? error : {};
  const code = 'code' in details && typeof details.code === 'string' ? details.code : 'unknown';
  const status = 'responseCode' in details ? Number(details.responseCode) : null;
  const message = `The mail server did not accept an email (${code})${status === null ? '' : ` and responded ${status}`}.`;
  const response = 'response' in details ? String(details.response) : '';
  const isOfRecipient = 'command' in details && details.command === 'RCPT TO';
  return isOfRecipient && isAboutAddress(status, response) ? new AddressRefused(message) : new Error(message);
}

/**
 * Whether a refused recipient's address is the reason, and not the sender, a list of blocked senders or a rule of the server,
 * which say 5.7 or 554 for every recipient (RFC 3463).
 */
function isAboutAddress(status: number | null, response: string): boolean {
  const [, detail] = /\b5\.(\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  if (detail !== undefined) return ['1.1', '1.2', '1.3', '1.6', '1.10', '2.1'].includes(detail);
  return status !== null && [550, 551, 553].includes(status);
}

/** The folder where emails are stored as files if no mail server is configured. */
export const outboxOf = ({ DATA_DIR }: Config): string => join(DATA_DIR, 'outbox');

/** The file name of an email. It contains the time, so that old files are found without reading them. */
const outboxName = (at: Date, id: string): string => `${at.toISOString().replace(/[:.]/g, '-')}-${id}.eml`;

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

/**
 * Without a mail server, emails become files that any mail client opens. The log shows their links, so that an
 * operator who tries the site out can follow them.
 */
export function outboxMailer(folder: string, from: Sender, host: string, log: Log, clock: Clock): Mailer {
  return {
    async send(email) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true });
      const { message } = await transport.sendMail(messageOptions(email, from, host));
      const file = join(folder, outboxName(clock.now(), email.id));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await writeFile(file, message, { mode: 0o600 });
      } catch (error) {
        // A full disk leaves part of it; the next attempt writes a file of its own.
        await rm(file, { force: true });
        throw error;
      }
      const { link } = email;
      log.info(
        { file, ...(link !== undefined && { link }) },
        'no mail server is configured (SMTP_URL); the email was written to the outbox',
      );
    },
    close() {},
  };
}

/** The site's name in emails. */
export const siteName = 'Inkling';

/** The address from which emails come, without a name. */
export const senderAddress = (config: Config): string =>
  /<([^<>]+)>$/.exec(config.MAIL_FROM ?? '')?.[1] ??
  config.MAIL_FROM ??
  `no-reply@${new URL(publicUrl(config)).hostname}`;

const senderOf = (config: Config): Sender =>
  config.MAIL_FROM ?? { name: siteName, address: senderAddress(config) };

/** Sends one email through SMTP_URL at once, without the queue and the database. Throws if it is not accepted. */
export async function sendTestEmail(config: Config, to: string): Promise<void> {
  if (config.SMTP_URL === undefined) return;
  const text = `${publicUrl(config)} can send emails.`;
  const mailer = smtpMailer(config.SMTP_URL, senderOf(config), new URL(publicUrl(config)).hostname);
  const email = { to, subject: 'Your site can send emails', text, html: `<p>${text}</p>`, id: randomUUID() };
  await mailer.send(email).finally(() => mailer.close());
}

/** The mailer for the configuration: the mail server, or the outbox in DATA_DIR. Counts what it sends. */
export function configuredMailer(config: Config, log: Log, clock: Clock, db: Db): Mailer {
  const host = new URL(publicUrl(config)).hostname;
  const from = senderOf(config);
  const mailer =
    config.SMTP_URL === undefined
      ? outboxMailer(outboxOf(config), from, host, log, clock)
      : smtpMailer(config.SMTP_URL, from, host);
  const { emails } = activityOf(db);
  return {
    ...mailer,
    async send(email, signal) {
      if (config.SMTP_URL !== undefined) {
        const bytes = Buffer.byteLength(email.text + email.html) + (email.attachment?.size ?? 0);
        await countOutside(
          { db, clock, log },
          { host: new URL(config.SMTP_URL).host, purpose: 'email', bytes },
        );
      }
      await mailer.send(email, signal).catch((error: unknown) => {
        countOne(emails, 'failed');
        throw error;
      });
      countOne(emails, 'sent');
      // An email that was sent but not counted must not be sent again.
      await countEmail(db, clock.now()).catch((err: unknown) =>
        log.warn({ err }, 'an email was not counted'),
      );
    },
  };
}
