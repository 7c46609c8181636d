import { textInZip } from '../packages/server/src/testing/text-in-zip.ts';
import { axeViolations } from './support/axe.ts';
import { test } from './support/email.ts';
import { callAs, createStory, expect, joinViaApi, signUpViaApi } from './support/test.ts';

test('a reader fetches a story with a token, and has new chapters sent to a Kindle', async ({
  page,
  mailbox,
  site,
}) => {
  const verified = async (person: { email: string }) => {
    const link = await mailbox.linkTo(person.email, 'Verify your email address', '/verify-email/');
    await page.request.get(`${site.url}/api/v1/auth${new URL(link).pathname}`);
  };
  const author = await joinViaApi(page, site, 'author');
  await verified(author);
  const { story } = await createStory(page, site, author.token, { title: 'The Lamp', chapters: 2 });
  await callAs(page, site, author.token, 'PUT', `/stories/${story}`, { allowsEbook: true });
  const reader = await signUpViaApi(page, site, 'reader');
  await verified(reader);
  await callAs(page, site, reader.token, 'POST', `/stories/${story}/follow`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/settings#devices');
  const section = page.getByRole('region', { name: 'E-readers and apps' });

  await test.step('a token made in the settings downloads the EPUB', async () => {
    await section.getByLabel('Name of the e-reader or app').fill('Kobo');
    await section.getByRole('button', { name: 'Create token' }).click();
    const token = await section.getByText(/^(?:[0-9a-z]{4}){13}$/).textContent();
    const fetched = (key: string) =>
      page.request.get(`${site.url}/ebooks/${story}.epub`, {
        headers: {
          authorization: `Basic ${Buffer.from(`${reader.username}:${key}`).toString('base64')}`,
        },
      });
    const file = await fetched(token ?? '');
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/epub+zip']);
    expect(textInZip(await file.body(), 'EPUB/package.opf')).toContain('The Lamp');
    expect((await fetched(reader.token)).status()).toBe(401);
  });

  const kindle = `${reader.username}@kindle.com`;
  await test.step('an address is confirmed with the code that arrives there', async () => {
    const address = section.getByLabel('Your e-reader’s email address');
    await address.fill('reader@example.test');
    await section.getByRole('button', { name: 'Send code' }).click();
    await expect(
      section.getByText(/Please enter an address that ends in @kindle\.com/).first(),
    ).toBeVisible();
    await address.fill(kindle);
    await section.getByRole('button', { name: 'Send code' }).click();
    await expect(section.getByText(/We’ve sent a document named “Your code”/)).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    const { attachments } = await mailbox.emailTo(kindle, 'Your code');
    const opf = textInZip(new Uint8Array(attachments[0]?.content as ArrayBuffer), 'EPUB/package.opf');
    const [, code = ''] = /Your code: (\d{3} \d{3})/.exec(opf) ?? [];
    await section.getByLabel('Code', { exact: true }).fill(code);
    await section.getByRole('button', { name: 'Confirm' }).click();
    await expect(section.getByText('When to send')).toBeVisible();
    await section.getByLabel('Only the new chapters').click();
    await expect(section.getByLabel('The Lamp')).toBeChecked();
    expect(await axeViolations(page)).toEqual([]);
    await page.reload();
    await expect(section.getByLabel('Only the new chapters')).toBeChecked();
  });

  await test.step('the emails are stopped, and the address is removed', async () => {
    await section.getByLabel('Never').click();
    await expect(section.getByLabel('Never')).toBeChecked();
    await section.getByRole('button', { name: 'Remove address' }).click();
    await expect(section.getByLabel('Your e-reader’s email address')).toBeVisible();
  });
});
