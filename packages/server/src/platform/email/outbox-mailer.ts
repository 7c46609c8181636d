import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Mailer, Sender } from './email.ts';
import { outboxName } from './outbox.ts';
import { messageOptions } from './smtp-mailer.ts';

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
