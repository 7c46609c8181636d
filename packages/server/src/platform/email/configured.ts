import { activityOf, countOne } from '../activity.ts';
import type { Clock } from '../clock.ts';
import { type Config, publicUrl } from '../config.ts';
import type { Db } from '../db/db.ts';
import type { Log } from '../log.ts';
import { countOutside } from '../outside-requests.ts';
import type { Mailer } from './email.ts';
import { outboxOf } from './outbox.ts';
import { outboxMailer } from './outbox-mailer.ts';
import { countEmail } from './sent-emails.queries.ts';
import { smtpMailer } from './smtp-mailer.ts';

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
