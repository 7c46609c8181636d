import { callAs, createStory, expect, newPerson, signUpViaApi, spendTime, test } from './support/test.ts';

test('two readers and an author rate, fold, help and reply', async ({ page, site }) => {
  const ana = await signUpViaApi(page, site, 'ana');
  const join = async (name: string) => {
    const { username, email, password } = newPerson(name);
    const data = { username, email, password, passwordConfirm: password };
    const response = await page.request.post(`${site.url}/api/v1/auth/register`, { data });
    return { username, token: String((await response.json()).token) };
  };
  const [author, bo] = [await join('author'), await join('bo')];
  const { story, chapters } = await createStory(page, site, author.token, { title: 'Rated', chapters: 2 });
  await spendTime(page, site, ana.token, story, chapters[0]);
  await callAs(page, site, ana.token, 'POST', `/chapters/${chapters[0]}/progress`, { progress: 100 });
  const openAs = async (token: string | null) => {
    await page.evaluate((value) => {
      if (value === null) localStorage.removeItem('token');
      else localStorage.setItem('token', value);
    }, token);
    await page.goto(`/story/${story}`);
    await page.getByRole('heading', { name: 'Reviews' }).scrollIntoViewIfNeeded();
  };
  const review = page.getByRole('article', { name: /^Review by/ });
  const text = 'The lamp was a lighthouse all along.';

  await test.step('a reader of a chapter rates with the keyboard, and what was typed survives a reload', async () => {
    await page.goto(`/story/${story}`);
    await expect(page.getByText('Not rated yet')).toBeVisible();
    // The section is loaded once it is near.
    await page.getByRole('heading', { name: 'Reviews' }).scrollIntoViewIfNeeded();
    await page.getByRole('radio', { name: '1 star' }).focus();
    for (let star = 1; star < 4; star += 1) await page.keyboard.press('ArrowRight');
    await page.getByLabel('Review (optional)').fill(text);
    await page.getByLabel('This review contains spoilers').check();
    await page.reload();
    await expect(page.getByLabel('Review (optional)')).toHaveValue(text);
    await page.getByRole('button', { name: 'Save review' }).click();
    await expect(review).toContainText(text);
    await expect(review).toContainText('Reviewed at 50%');
    await expect(page.getByRole('img', { name: 'Rated 4.0 out of 5' })).toBeVisible();
  });

  await test.step('another reader may not rate yet, asks for the spoiler and finds it helpful', async () => {
    await openAs(bo.token);
    await expect(page.getByText('Read a chapter online to rate this story.')).toBeVisible();
    await expect(review).toContainText('This review contains spoilers.');
    await expect(review).not.toContainText('lighthouse');
    await review.getByRole('button', { name: /^Show/ }).click();
    await expect(review).toContainText(text);
    await review.getByRole('button', { name: 'Helpful' }).click();
    const marked = review.getByRole('button', { name: 'Helpful, 1', pressed: true });
    await expect(marked).toHaveAttribute('aria-busy', 'false');
  });

  await test.step('the author sees the spoiler and replies', async () => {
    await openAs(author.token);
    await expect(review).toContainText('1 reader found this helpful');
    await review.getByRole('button', { name: 'Reply' }).click();
    await page.keyboard.type('You found it.');
    await review.getByRole('button', { name: 'Save reply' }).click();
    await expect(review).toContainText(/Reply by author.*You found it\./s);
  });

  await test.step('a visitor sees the stars, neither the spoiler nor the reply, and can sign in', async () => {
    await openAs(null);
    await expect(review).toContainText('This review contains spoilers.');
    await expect(review).not.toContainText('You found it');
    await expect(review.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible();
    await page.locator('#reviews').getByRole('link', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(`/story/${story}`)}`);
  });
});
