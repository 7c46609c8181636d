/** An outgoing email. `to` and `subject` are reduced to one line each when it is sent. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The address for replies, if not the sender. */
  replyTo?: string;
  /** The job's id: the same for every attempt, so that mail clients can recognise a duplicate. */
  id: string;
  /** The address of a page that ends emails of this kind, for the headers of RFC 8058. */
  unsubscribeUrl?: string;
  /** The main link. Logged only if emails go to the outbox, never with a mail server. */
  link?: string;
}

/** The sender of emails: a header value, or name and address separately. */
export type Sender = string | { name: string; address: string };

/**
 * Queue rules for emails: retries for about three days, since a mail server may be down over a weekend; after the
 * first two hours, every hour.
 */
export const emailRules = { retries: 80, initialDelay: 20, longestWait: 3600 };

/** The mail server refused the recipient's address for good. */
export class AddressRefused extends Error {}

/**
 * Sends an email unless the signal aborts; throws on failure, so that the job is retried: `AddressRefused` if there is no
 * use in that.
 */
export interface Mailer {
  send(email: Email, signal?: AbortSignal): Promise<void>;
  /** Closes the connection to the mail server. */
  close(): void;
}

/** Removes line breaks and control characters, which must not get into a header. */
export const headerText = (value: string, max = 200): string =>
  value
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, max);
