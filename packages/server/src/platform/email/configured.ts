import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { activityOf, countOne } from '../activity.ts';
import type { Clock } from '../clock.ts';
import { type Config, publicUrl } from '../config.ts';
import type { Db } from '../db/db.ts';
import type { Log } from '../log.ts';
import { countOutside } from '../outside-requests.ts';
import type { Mailer, Sender } from './email.ts';
import { outboxName, outboxOf } from './outbox.ts';
import { countEmail } from './sent-emails.queries.ts';
import { messageOptions, smtpMailer } from './smtp-mailer.ts';

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

/** The mailer for the configuration: the mail server, or the outbox in DATA_DIR. Counts what it sends. */
export function configuredMailer(config: Config, log: Log, clock: Clock, db: Db): Mailer {
  const host = new URL(publicUrl(config)).hostname;
  const from = config.MAIL_FROM ?? { name: siteName, address: `no-reply@${host}` };
  const mailer =
    config.SMTP_URL === undefined
      ? outboxMailer(outboxOf(config), from, host, log, clock)
      : smtpMailer(config.SMTP_URL, from, host);
  const { emails } = activityOf(db);
  return {
    ...mailer,
    async send(email, signal) {
      if (config.SMTP_URL !== undefined) {
        const bytes = Buffer.byteLength(email.text + email.html);
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
