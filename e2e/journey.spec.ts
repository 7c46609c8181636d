import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { signIn, signUp } from './support/forms.ts';
import { callAs, collectProblems, expect, newPerson, skipOnboarding, test } from './support/test.ts';

interface ChapterProgress {
  chapter: string;
  progress: number;
  position: { paragraph: number } | null;
}

/** An optional novel outside the repository, tested in addition to the repository's short book. */
const novel = join(
  process.env.INKLING_BOOKS ?? join(import.meta.dirname, '../../shared/books'),
  'great-expectations.epub',
);
const books = [
  {
    title: 'The Night Ferry',
    file: join(import.meta.dirname, 'books/the-night-ferry.md'),
    chapters: 3,
    third: /^Chapter 3: /,
  },
  { title: 'Great Expectations', file: novel, chapters: 59, third: 'LIII' },
].filter(({ file }) => existsSync(file));

for (const book of books) {
  test(`an author publishes an imported book, and a reader continues it on another device: ${book.title} [P06]`, async ({
    page,
    site,
    browser,
  }) => {
    const author = newPerson('author');
    const reader = newPerson('reader');

    await test.step('a new author signs up from the landing page', async () => {
      await signUp(page, author);
    });

    await test.step('the author imports a book', async () => {
      await page.getByRole('link', { name: 'Write', exact: true }).first().click();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByLabel('Book file').setInputFiles(book.file);
      await page
        .getByRole('button', { name: `Import ${book.chapters} chapters`, exact: true })
        .click({ timeout: 60_000 });
      await expect(page.getByText(`Imported ${book.chapters} chapters as drafts.`)).toBeVisible({
        timeout: 60_000,
      });
      await page.getByRole('link', { name: 'Open the story' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(book.title);
      // Of more than 50 chapters, those of the last fold are shown.
      const shown = ((book.chapters - 1) % 50) + 1;
      await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(shown);
    });

    await test.step('the author chooses a genre and publishes three chapters and the story', async () => {
      await page.getByRole('button', { name: 'Edit Story' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit Story' });
      const genre = dialog.getByRole('button', { name: 'Literary' });
      await expect(genre).toBeVisible();
      if ((await dialog.getByRole('button', { pressed: true }).count()) === 0) await genre.click();
      await dialog.getByRole('button', { name: 'Save Story' }).click();
      await expect(page.getByText('Story updated!')).toBeVisible();
      for (let index = 0; index < 3; index += 1) {
        await page
          .getByRole('button', { name: /^Actions for/ })
          .nth(index)
          .click();
        await page.getByRole('menuitem', { name: 'Publish' }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
        await expect(page.getByRole('alertdialog')).toHaveCount(0);
        await expect(page.getByRole('listitem').getByText('Published', { exact: true })).toHaveCount(
          index + 1,
        );
      }
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
      await expect(page.getByText('Story published successfully!')).toBeVisible();
    });

    await test.step('the author signs out', async () => {
      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page).toHaveURL('/');
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    });

    const link = page.getByRole('link', { name: book.title, exact: true }).first();
    await test.step('a reader finds it on the author’s page and signs in to read it', async () => {
      const { username, email, password } = reader;
      const response = await page.request.post('/api/v1/auth/register', {
        data: { username, email, password, passwordConfirm: password },
      });
      expect(response.status()).toBe(201);
      await page.goto(`/profile/${author.username}`);
      await link.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(book.title);
      await expect(page.getByText(book.third)).toBeVisible();
      await page.getByRole('link', { name: 'Sign In to Read' }).click();
      await signIn(page, email, password);
      await expect(page).toHaveURL(/\/reading\//);
    });

    let paragraph = '';
    await test.step('the reader reads two chapters and stops in the middle of the third', async () => {
      await expect(page.getByText(/\b1 of 3/).first()).toBeVisible();
      await expect(page.locator('[data-paragraph]').first()).toBeVisible();
      for (const number of [2, 3]) {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        await page.getByRole('button', { name: 'Next Chapter', exact: true }).click();
        await expect(page.getByText(new RegExp(`\\b${number} of 3`)).first()).toBeVisible();
        await expect(page.locator('[data-paragraph]').first()).toBeVisible();
      }
      const middle = page
        .locator('[data-paragraph]')
        .nth(Math.floor((await page.locator('[data-paragraph]').count()) / 2));
      paragraph = (await middle.getAttribute('data-paragraph')) ?? '';
      const saved = page.waitForResponse(
        (response) =>
          response.url().endsWith('/progress') && response.request().method() === 'POST' && response.ok(),
      );
      // Scroll the paragraph to the reading line.
      await middle.evaluate((element) => {
        window.scrollTo(0, window.scrollY + element.getBoundingClientRect().top - window.innerHeight / 6);
      });
      await saved;
      // Each chapter was left right after scrolling to its end, and must be saved as read to the end.
      const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
      const [, , story] = new URL(page.url()).pathname.split('/');
      const progressByChapter = async () => {
        const { data } = await callAs<{ data: { chapters: { _id: string }[]; places: ChapterProgress[] } }>(
          page,
          site,
          token,
          'GET',
          `/stories/${story}/reading`,
        );
        return data.chapters.map(({ _id }) => data.places.find(({ chapter }) => chapter === _id));
      };
      // The response above may have been for the position at which the third chapter was opened.
      await expect
        .poll(async () =>
          (await progressByChapter()).map((progress) => (progress?.position?.paragraph ?? 0) > 1),
        )
        .toEqual([true, true, true]);
      expect((await progressByChapter()).map((chapter) => chapter?.progress === 100)).toEqual([
        true,
        true,
        false,
      ]);
    });

    await test.step('another browser continues at the same paragraph', async () => {
      const otherBrowser = await browser.newContext({
        baseURL: site.url,
        viewport: { width: 390, height: 844 },
      });
      const phone = await otherBrowser.newPage();
      await skipOnboarding(phone);
      const problems: string[] = [];
      collectProblems(phone, problems);
      await phone.goto('/login');
      await phone.getByLabel('Email').fill(reader.email);
      await phone.getByLabel('Password', { exact: true }).fill(reader.password);
      await phone.getByRole('button', { name: 'Sign In' }).click();
      await expect(phone.getByRole('heading', { name: 'Continue Reading' })).toBeVisible();
      await phone
        .getByRole('link', { name: new RegExp(book.title) })
        .first()
        .click();
      await expect(phone).toHaveURL(/\/reading\//);
      await expect(phone.getByText(/\b3 of 3/).first()).toBeVisible();
      const currentParagraph = phone.locator(`[data-paragraph="${paragraph}"]`);
      await expect(currentParagraph).toBeInViewport();
      const top = await currentParagraph.evaluate((element) => element.getBoundingClientRect().top);
      const readingLine = 844 / 6;
      expect(Math.abs(top - readingLine)).toBeLessThan(60);
      expect(problems).toEqual([]);
      await otherBrowser.close();
    });
  });
}
