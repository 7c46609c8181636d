/** One mail as it goes out. `to`, `subject` and `from` are one line each, whatever was put in. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where answers go, when not to the sender. */
  replyTo?: string;
  /** The same for every try to send this mail, so that one that comes twice can be told: the job's id. */
  id: string;
  /** The link that it is about. Shown in the log when mails are kept in the outbox, and never otherwise. */
  link?: string;
}

/** Whom mails come from: an address, with or without a name, as a header has it or apart. */
export type Sender = string | { name: string; address: string };

/**
 * How queues of mails are worked on: tried again for about three days, since a mail server may be away over a
 * weekend, and after the first two hours every hour.
 */
export const emailRules = { retries: 80, initialDelay: 20, longestWait: 3600 };

/** Hands a mail over, until the signal says stop; throws when that did not work, for the job to try again. */
export interface Mailer {
  send(email: Email, signal?: AbortSignal): Promise<void>;
  /** Lets go of the mail server. */
  close(): void;
}

/** What breaks a line or hides in one may not come into a header. */
export const headerText = (value: string, max = 200): string =>
  value
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, max);
