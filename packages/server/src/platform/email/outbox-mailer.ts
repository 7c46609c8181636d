import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Mailer, Sender } from './email.ts';
import { outboxName } from './outbox.ts';
import { messageOf } from './smtp-mailer.ts';

/**
 * Without a mail server, mails become files that any mail program opens, and the log shows their links, so that
 * whoever tries the site out can follow them.
 */
export function outboxMailer(folder: string, from: Sender, host: string, log: Log, clock: Clock): Mailer {
  return {
    async send(email) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true });
      const { message } = await transport.sendMail(messageOf(email, from, host));
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
        'no mail server is set: the mail is in the outbox',
      );
    },
    close() {},
  };
}
