import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const pages = [
  { path: '/about', link: 'About', title: 'About' },
  { path: '/devices', link: 'E-readers', title: 'Reading on other devices' },
  { path: '/privacy', link: 'Privacy', title: 'Privacy Policy' },
  { path: '/terms', link: 'Terms', title: 'Terms of Service' },
  { path: '/contact', link: 'Contact', title: 'Contact Us' },
];

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every static page is readable, and its header and footer links work', async ({ page }) => {
    await page.goto('/');
    for (const { path, link, title } of pages) {
      await page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page).toHaveTitle(`${title} - Inkling`);
      const header = page.getByRole('banner');
      await expect(header.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
      await expect(header.getByRole('link', { name: 'Join Free' })).toHaveAttribute('href', '/signup');
    }
    await expect(page.getByRole('button', { name: 'Send message' })).toBeDisabled();
    expect(await page.content()).toMatch(/<noscript>.*This form needs JavaScript/s);
  });

  test('the terms have ten sections and the privacy policy seven, each in the table of contents', async ({
    page,
  }) => {
    for (const [path, count] of [
      ['/terms', 10],
      ['/privacy', 7],
    ] as const) {
      await page.goto(path);
      const titles = await page.getByRole('heading', { level: 2 }).allTextContents();
      expect(titles).toHaveLength(count);
      const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
      expect(await contents.allTextContents()).toEqual(titles.map((title) => title.replace('. ', '.')));
      await contents.last().click();
      await expect(page.getByRole('heading', { level: 2 }).last()).toBeInViewport();
    }
  });
});

test('the landing page promises no Ink, and no achievements to earn', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('body')).not.toContainText(/earn achievements|\bInk\b/i);
});

test('static pages have metadata for link previews', async ({ page, site }) => {
  for (const { path, title } of pages) {
    const html = await (await page.request.get(path)).text();
    const meta = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
    expect(meta('og:title')).toBe(`${title} - Inkling`);
    expect(meta('description')?.length).toBeGreaterThan(40);
    expect(html).toContain(`<link rel="canonical" href="${site.url}${path}"`);
    expect((await page.request.get(meta('og:image') ?? '')).ok()).toBe(true);
    const jsonLd = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}';
    expect(JSON.parse(jsonLd)).toMatchObject({
      '@type': 'WebPage',
      name: title,
      url: site.url + path,
      isPartOf: { '@type': 'WebSite', name: 'Inkling', url: `${site.url}/` },
    });
  }
});

const fillMessage = async (page: Page, { name = 'Nora Quill', email = 'nora@example.test' } = {}) => {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Subject').fill('A question');
  await page.getByLabel('Message').fill('May I bring a friend?');
};
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send message' });

test('a configured operator is named, and a message is on its way to them by email', async ({ page }) => {
  const operator = {
    name: 'Quill & Daughters',
    contactEmail: 'desk@stories.example',
    privacyEmail: 'privacy@stories.example',
  };
  await page.route('**/api/v1/site', async (route) => {
    const { data, ...rest } = await (await route.fetch()).json();
    await route.fulfill({ json: { ...rest, data: { ...data, operator } } });
  });
  await page.goto('/about');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await expect(page.getByText('These terms are between you and Quill & Daughters')).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  const addresses = page.getByRole('main').locator('a[href^="mailto:"]');
  await expect(addresses).toHaveText(['desk@stories.example', 'privacy@stories.example']);
  await fillMessage(page);
  await sendButton(page).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your message' })).toBeFocused();
  await expect(page.getByText('is on its way to Quill & Daughters by email')).toBeVisible();
  await expect(page.getByText('we’ll write to nora@example.test')).toBeVisible();
  await page.getByRole('button', { name: 'Write another message' }).click();
  await expect(page.getByLabel('Message')).toHaveValue('');
});

test('without a configured email address the message is stored, and the page says so; the honeypot field is hidden from view, assistive technology and the tab order', async ({
  page,
}) => {
  await page.goto('/contact');
  await expect(
    page.getByText('Use the form to send a message to the people who run this site.'),
  ).toBeVisible();
  await expect(page.getByRole('main').locator('a[href^="mailto:"]')).toHaveCount(0);
  await fillMessage(page);
  await sendButton(page).click();
  await expect(
    page.getByText('Your message is stored here until the operator of this site reads it.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Write another message' }).click();
  const honeypot = page.locator('input[name="website"]');
  await expect(honeypot).toHaveAttribute('tabindex', '-1');
  await expect(page.getByRole('textbox', { name: 'Leave this empty' })).toHaveCount(0);
  await expect(honeypot).not.toBeInViewport();
  await page.getByLabel('Message').focus();
  await page.keyboard.press('Tab');
  await expect(sendButton(page)).toBeFocused();
});
