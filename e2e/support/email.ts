import type { Email } from 'postal-mime';
import { emailSink, findLink } from '../../packages/server/src/testing/email-sink.ts';
import { startSite } from './server.ts';
import { test as base, expect } from './test.ts';

/** A real mail server, and what has come to it. */
export interface Post {
  url: string;
  /** The next mail to this address with this subject, once it is there; nobody gets it twice. */
  to(address: string, subject: string): Promise<Email>;
  /** The address in such a mail whose path begins so. */
  linkTo(address: string, subject: string, path: string): Promise<string>;
  /** How many mails lie there for this address. */
  waitingFor(address: string): number;
}

const isTo = (address: string) => (email: Email) =>
  email.to?.some((to) => to.address?.toLowerCase() === address.toLowerCase()) ?? false;

async function openPost() {
  const sink = await emailSink();
  const emails: Email[] = [];
  const collect = () => emails.push(...sink.taken());
  const to: Post['to'] = async (address, subject) => {
    const found = () => emails.findIndex((email) => isTo(address)(email) && email.subject === subject);
    const arrived = () => {
      collect();
      return found() >= 0;
    };
    await expect.poll(arrived, { message: `‘${subject}’ comes to ${address}`, timeout: 20_000 }).toBe(true);
    const [email] = emails.splice(found(), 1);
    if (email === undefined) throw new Error('The mail has gone meanwhile.');
    return email;
  };
  const post: Post = {
    url: sink.url,
    to,
    linkTo: async (address, subject, path) => findLink(await to(address, subject), path).url,
    waitingFor(address) {
      collect();
      return emails.filter(isTo(address)).length;
    },
  };
  return { post, leave: sink.leave };
}

/** Tests on a site of their own that sends its mails. */
export const test = base.extend<object, { post: Post }>({
  post: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what a fixture needs
    async ({}, use) => {
      const { post, leave } = await openPost();
      await use(post);
      await leave();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ post }, use) => {
      const site = await startSite({ SMTP_URL: post.url });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
