import type { Transporter } from 'nodemailer';
import { type Email, headerText, type Mailer, type Sender } from './email.ts';

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
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

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

/** Mail servers repeat addresses in their error messages, so the log gets only the codes. */
function withoutAddresses(error: unknown): Error {
  const details = error instanceof Error ? error : {};
  const code = 'code' in details && typeof details.code === 'string' ? details.code : 'unknown';
  const response = 'responseCode' in details ? ` and responded ${Number(details.responseCode)}` : '';
  return new Error(`The mail server did not accept an email (${code})${response}.`);
}
