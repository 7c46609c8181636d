import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { callAs, expect, keepToken, signedUp, skipGreetings, test } from './support/test.ts';

/** Every screen that is built, with its tab's title, as the right person sees it. */
interface Screen {
  name: string;
  path: string;
  title: string | RegExp;
  /** What must be there before it is looked at. */
  heading: string | RegExp;
  /** The newcomer’s address is not verified. */
  as: 'visitor' | 'author' | 'newcomer';
}

const mailScreens: Screen[] = (
  [
    ['/forgot-password', 'Forgot Password', 'Forgot your password?', 'visitor'],
    ['/reset-password/some-secret', 'Reset Password', 'Choose a new password', 'visitor'],
    ['/reset-password', 'Reset Password', 'Choose a new password', 'visitor'],
    ['/verify-email/some-secret', 'Email Verification', 'This did not work', 'visitor'],
    ['/verify-email/some-secret', 'Email Verification', 'This did not work', 'newcomer'],
    ['/verify-email', 'Email Verification', 'Verify your email address', 'visitor'],
    ['/verify-email', 'Email Verification', 'Verify your email address', 'newcomer'],
    ['/verify-email', 'Email Verification', 'Your email address is verified', 'author'],
  ] as const
).map(([path, title, heading, as]) => ({
  name: `${path}, ${as}`,
  path,
  title: `${title} - Inkling`,
  heading,
  as,
}));

interface Listed {
  _id: string;
  language: string;
  title: string;
  author: { username: string; displayName: string };
}

async function screensOf(page: Page, url: string, token: string): Promise<Screen[]> {
  const site = { url } as Parameters<typeof callAs>[1];
  const { data: stories } = await callAs<{ data: { _id: string; title: string }[] }>(
    page,
    site,
    token,
    'GET',
    '/stories/my-stories',
  );
  const [mine] = stories;
  const arabic = await callAs<{ data: { _id: string }[] }>(page, site, token, 'GET', '/stories?limit=50');
  const { data: listed } = arabic as unknown as { data: Listed[] };
  const rtl = listed.find(({ language }) => language === 'ar');
  const author = rtl?.author;
  const story = mine?._id ?? '';
  const title = mine?.title ?? '';
  const { data: chapters } = await callAs<{ data: { _id: string; title: string }[] }>(
    page,
    site,
    token,
    'GET',
    `/chapters/story/${story}`,
  );
  const [chapter] = chapters;
  return [
    {
      name: 'landing',
      path: '/',
      title: 'Inkling - Your Story Journey',
      heading: /Stories that arrive/,
      as: 'visitor',
    },
    { name: 'login', path: '/login', title: 'Login - Inkling', heading: /./, as: 'visitor' },
    { name: 'signup', path: '/signup', title: 'Sign Up - Inkling', heading: 'Join Inkling', as: 'visitor' },
    ...mailScreens,
    {
      name: 'library, newcomer',
      path: '/library',
      title: 'My Library - Inkling',
      heading: 'My Library',
      as: 'newcomer',
    },
    {
      name: 'story, visitor',
      path: `/story/${story}`,
      title: `${title} by Odalys Finch | Inkling`,
      heading: title,
      as: 'visitor',
    },
    {
      name: 'story, right to left',
      path: `/story/${rtl?._id}`,
      title: /Inkling/,
      heading: rtl?.title ?? '',
      as: 'visitor',
    },
    {
      name: 'story that is not there',
      path: '/story/019f0000-0000-7000-8000-000000000000',
      title: /Inkling/,
      heading: 'Story Not Found',
      as: 'visitor',
    },
    {
      name: 'not built yet',
      path: '/collection/x',
      title: 'Collection - Inkling',
      heading: 'Collection',
      as: 'visitor',
    },
    ...(
      [
        ['/about', 'About'],
        ['/terms', 'Terms of Service'],
        ['/privacy', 'Privacy Policy'],
        ['/contact', 'Contact Us'],
      ] as const
    ).flatMap(([path, heading]) =>
      (['visitor', 'author'] as const).map((as) => ({
        name: `${path}, ${as}`,
        path,
        title: `${heading} - Inkling`,
        heading,
        as,
      })),
    ),
    {
      name: 'home',
      path: '/home',
      title: 'Home - Inkling',
      heading: /^Good (Morning|Afternoon|Evening)/,
      as: 'author',
    },
    { name: 'library', path: '/library', title: 'My Library - Inkling', heading: 'My Library', as: 'author' },
    {
      name: 'library, completed',
      path: '/library?tab=completed',
      title: 'My Library - Inkling',
      heading: 'My Library',
      as: 'author',
    },
    {
      name: 'library, bookmarks',
      path: '/library?tab=bookmarks',
      title: 'My Library - Inkling',
      heading: 'My Library',
      as: 'author',
    },
    {
      name: 'story, member',
      path: `/story/${rtl?._id}`,
      title: /Inkling/,
      heading: rtl?.title ?? '',
      as: 'author',
    },
    {
      name: 'reading',
      path: `/reading/${story}/${chapter?._id}`,
      title: `${chapter?.title} - ${title}`,
      heading: chapter?.title ?? '',
      as: 'author',
    },
    { name: 'reading, right to left', path: `/reading/${rtl?._id}`, title: /./, heading: /./, as: 'author' },
    {
      name: 'reading, nothing there',
      path: '/reading/019f0000-0000-7000-8000-000000000000',
      title: 'Reading - Inkling',
      heading: 'Story or Chapter Not Found',
      as: 'author',
    },
    { name: 'settings', path: '/settings', title: 'Settings - Inkling', heading: 'Settings', as: 'author' },
    {
      name: 'profile, activity',
      path: '/profile',
      title: 'Profile - Inkling',
      heading: /./,
      as: 'author',
    },
    {
      name: 'profile, achievements',
      path: '/profile?tab=achievements',
      title: 'Profile - Inkling',
      heading: /./,
      as: 'author',
    },
    {
      name: 'profile, reading analytics',
      path: '/profile?tab=reading',
      title: 'Profile - Inkling',
      heading: /./,
      as: 'author',
    },
    {
      name: 'a person, visitor',
      path: `/profile/${author?.username}`,
      title: /Inkling$/,
      heading: author?.displayName ?? '',
      as: 'visitor',
    },
    {
      name: 'a person, member',
      path: `/profile/${author?.username}`,
      title: /Inkling$/,
      heading: author?.displayName ?? '',
      as: 'author',
    },
    {
      name: 'nobody',
      path: '/profile/nobody_of_this_name',
      title: 'Person not found - Inkling',
      heading: 'Person not found',
      as: 'author',
    },
    { name: 'writing hub', path: '/write', title: 'Write Story - Inkling', heading: 'Write', as: 'author' },
    {
      name: 'new story',
      path: '/write?tab=create',
      title: 'Write Story - Inkling',
      heading: 'Write',
      as: 'author',
    },
    {
      name: 'chapter management',
      path: `/write/${story}`,
      title: 'Write Story - Inkling',
      heading: title,
      as: 'author',
    },
    {
      name: 'chapter editor',
      path: `/write/${story}/chapter/${chapter?._id}`,
      title: 'Write Story - Inkling',
      heading: 'Edit chapter',
      as: 'author',
    },
  ];
}

// Each looks at every screen for a minute: side by side they take half the time.
test.describe.configure({ mode: 'parallel' });

const widths = [390, 1440];
const themes = ['paper', 'ink'];

for (const theme of themes) {
  for (const width of widths) {
    test(`every screen is named, fits and is accessible: ${theme}, ${width} px`, async ({
      page,
      site,
      browser,
    }) => {
      test.setTimeout(300_000);
      const answer = await page.request.post(`${site.url}/api/v1/auth/login`, { data: site.demo });
      const { token } = await answer.json();
      const newcomer = await signedUp(page, site, 'newcomer');
      const tokens = { visitor: null, author: token, newcomer: newcomer.token };
      for (const screen of await screensOf(page, site.url, token)) {
        await test.step(screen.name, async () => {
          const context = await browser.newContext({
            baseURL: site.url,
            viewport: { width, height: 844 },
            reducedMotion: 'reduce',
          });
          await context.addInitScript((name) => localStorage.setItem('theme', name), theme);
          const view = await context.newPage();
          await skipGreetings(view);
          const as = tokens[screen.as];
          if (as !== null) await keepToken(view, as);
          // As signing in would have left it.
          if (screen.as === 'newcomer')
            await view.addInitScript(() => localStorage.setItem('unverified', 'yes'));
          const problems: string[] = [];
          view.on('console', (message) => {
            if (
              ['error', 'warning'].includes(message.type()) &&
              !/Failed to load resource/.test(message.text())
            ) {
              problems.push(message.text());
            }
          });
          view.on('pageerror', (error) => problems.push(error.message));
          await view.goto(screen.path);
          await expect(view.getByRole('heading', { level: 1, name: screen.heading }).first()).toBeVisible();
          await view.waitForLoadState('networkidle');
          await expect(view).toHaveTitle(screen.title);
          const { violations } = await new AxeBuilder({ page: view })
            .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
            .analyze();
          const found = violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' … ')}`,
          );
          expect(found, screen.name).toEqual([]);
          const overflow = await view.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          expect(overflow, `${screen.name} does not scroll sideways`).toBeLessThanOrEqual(0);
          expect(problems, screen.name).toEqual([]);
          await context.close();
        });
      }
    });
  }
}

test('dialogs and menus are accessible too', async ({ page, site }) => {
  const answer = await page.request.post(`${site.url}/api/v1/auth/login`, { data: site.demo });
  const { token } = await answer.json();
  await keepToken(page, token);
  const [story] = (await callAs<{ data: { _id: string }[] }>(page, site, token, 'GET', '/stories/my-stories'))
    .data;
  const check = async (what: string) => {
    const { violations } = await new AxeBuilder({ page })
      .disableRules(['aria-hidden-focus', 'region'])
      .analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
      what,
    ).toEqual([]);
  };
  await page.goto(`/write/${story?._id}`);
  await page.getByRole('button', { name: 'Edit Story' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Literary' })).toBeVisible();
  await check('the story form');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
  await check('the menu of a chapter');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await check('a confirmation');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/write');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await check('the import');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Save Profile' }).scrollIntoViewIfNeeded();
  await page.getByLabel('Username').fill('a b');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText('Please enter your old password.').first()).toBeVisible();
  await check('settings that are refused');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await check('the question before an account is deleted');
});

test('every address of the product leads somewhere: what is not built says so', async ({ page, site }) => {
  await signedUp(page, site);
  for (const [path, name] of [
    ['/discover', 'Discover Stories'],
    ['/search?q=lamp', 'Search'],
    ['/category/popular', 'Category'],
    ['/community', 'Community'],
    ['/store', 'Store'],
    ['/analytics', 'Analytics'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page).toHaveTitle(`${name} - Inkling`);
    await expect(page.getByText('This page is not there yet.')).toBeVisible();
  }
  await page.goto('/nowhere/at/all');
  await expect(page).toHaveURL('/home');
});
