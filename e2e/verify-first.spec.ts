import { test } from './support/email.ts';
import { createStory, expect, signUpViaApi } from './support/test.ts';

const message = 'Please verify your email address before you publish. You can resend the link in Settings.';

test('an unverified author can save a new chapter as a draft after publishing it was refused [R12]', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { published: false, chapters: 0 });
  await page.goto(`/write/${story}/chapter/new`);
  await page.getByRole('textbox', { name: 'Title' }).fill('One');
  const text = page.getByRole('textbox', { name: 'Text' });
  const words = 'The lamp burned on. '.repeat(60).trim();
  await text.fill(words);
  await page.getByRole('checkbox', { name: /^Published/ }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(message).first()).toBeVisible();
  await expect(text).toHaveText(words);

  await page.getByRole('checkbox', { name: /^Published/ }).uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/chapter\/[0-9a-f-]{36}$|\/write\/[0-9a-f-]{36}$/);
});
