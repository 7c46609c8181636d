import type { Email } from 'postal-mime';
import { emailSink, findLink } from '../../packages/server/src/testing/email-sink.ts';
import { startSite } from './server.ts';
import { test as base, expect } from './test.ts';

/** A real SMTP server and the emails it has received. */
export interface Mailbox {
  url: string;
  /** Waits for an email to this address with this subject and removes it from the mailbox. */
  emailTo(address: string, subject: string): Promise<Email>;
  /** Waits for an email to this address with such a subject, removes it, and returns its text. */
  textTo(address: string, subject: RegExp, timeout: number): Promise<string>;
  /** The other emails with such a subject: to whom, and what about. */
  rest(subject: RegExp): string[];
  /** The URL in such an email whose path starts with `path`. */
  linkTo(address: string, subject: string, path: string): Promise<string>;
}

const isTo = (address: string) => (email: Email) =>
  email.to?.some((to) => to.address?.toLowerCase() === address.toLowerCase()) ?? false;

async function openMailbox() {
  const sink = await emailSink();
  const emails: Email[] = [];
  const collect = () => emails.push(...sink.taken());
  const to: Mailbox['emailTo'] = async (address, subject) => {
    const found = () => emails.findIndex((email) => isTo(address)(email) && email.subject === subject);
    const arrived = () => {
      collect();
      return found() >= 0;
    };
    await expect.poll(arrived, { message: `‘${subject}’ arrives at ${address}` }).toBe(true);
    const [email] = emails.splice(found(), 1);
    if (email === undefined) throw new Error('The email was removed while waiting for it.');
    return email;
  };
  const mailbox: Mailbox = {
    url: sink.url,
    emailTo: to,
    async textTo(address, subject, timeout) {
      const found = () =>
        emails.findIndex((email) => isTo(address)(email) && subject.test(email.subject ?? ''));
      const arrived = () => {
        collect();
        return found() >= 0;
      };
      await expect.poll(arrived, { message: `an email arrives at ${address}`, timeout }).toBe(true);
      // Lines are wrapped.
      return emails.splice(found(), 1)[0]?.text?.replace(/\s+/g, ' ') ?? '';
    },
    rest(subject) {
      collect();
      return emails.flatMap(({ subject: about = '', to: people }) =>
        subject.test(about) ? `${people?.[0]?.address}: ${about}` : [],
      );
    },
    linkTo: async (address, subject, path) => findLink(await to(address, subject), path).url,
  };
  return { mailbox, leave: sink.leave };
}

/** Tests on a separate site that sends email and on which publishing requires a verified address. */
export const test = base.extend<object, { mailbox: Mailbox }>({
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what a fixture needs
    async ({}, use) => {
      const { mailbox, leave } = await openMailbox();
      await use(mailbox);
      await leave();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ mailbox }, use) => {
      const site = await startSite({ SMTP_URL: mailbox.url, REQUIRE_VERIFICATION: 'on' });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
