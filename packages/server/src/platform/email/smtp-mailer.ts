import type { Transporter } from 'nodemailer';
import { AddressRefused, type Email, headerText, type Mailer, type Sender } from './email.ts';

const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  socketCloseTimeout: 500,
};

/** The options of an email for nodemailer, used for the mail server and for the outbox. */
export const messageOptions = (email: Email, from: Sender, host: string) => ({
  from,
  to: { name: '', address: headerText(email.to, 320) },
  ...(email.replyTo !== undefined && { replyTo: { name: '', address: headerText(email.replyTo, 320) } }),
  subject: headerText(email.subject),
  text: email.text,
  html: email.html,
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
export function smtpMailer(smtpUrl: string, from: Sender, host: string): Mailer {
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
