import type { Transporter } from 'nodemailer';
import { type Email, headerText, type Mailer, type Sender } from './email.ts';

const patience = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  socketCloseTimeout: 500,
};

/** What nodemailer is told of a mail, the same for a mail server and for a file. */
export const messageOf = (email: Email, from: Sender, host: string) => ({
  from,
  to: { name: '', address: headerText(email.to, 320) },
  ...(email.replyTo !== undefined && { replyTo: { name: '', address: headerText(email.replyTo, 320) } }),
  subject: headerText(email.subject),
  text: email.text,
  html: email.html,
  messageId: `<${email.id}@${host}>`,
  // Out-of-office replies to a mail that nobody wrote help nobody.
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Sends through the mail server of SMTP_URL: nothing is connected before the first mail. */
export function smtpMailer(smtpUrl: string, from: Sender, host: string): Mailer {
  let opened: Promise<Transporter> | undefined;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url: smtpUrl, ...patience });
  };
  return {
    async send(email, signal) {
      opened ??= open();
      const transport = await opened;
      await transport.sendMail({ ...messageOf(email, from, host), signal }).catch((error: unknown) => {
        throw withoutAddresses(error);
      });
    },
    close() {
      void opened?.then((transport) => transport.close());
    },
  };
}

/** Mail servers repeat addresses and more in what they say: the log is told what kind of failure it was. */
function withoutAddresses(error: unknown): Error {
  const told = error instanceof Error ? error : {};
  const code = 'code' in told && typeof told.code === 'string' ? told.code : 'unknown';
  const response = 'responseCode' in told ? ` and answered ${Number(told.responseCode)}` : '';
  return new Error(`The mail server did not take a mail (${code})${response}.`);
}
