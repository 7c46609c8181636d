import type { Page } from '@playwright/test';
import type { Site } from './server.ts';
import { callAs } from './test.ts';

/** A screen with its expected title and heading, and the role that opens it. */
export interface Screen {
  name: string;
  path: string;
  title: string | RegExp;
  /** The heading to wait for. */
  heading: string | RegExp;
  /** The newcomer’s email address is not verified. */
  as: 'visitor' | 'author' | 'newcomer';
}

const emailScreens: Screen[] = (
  [
    ['/forgot-password', 'Forgot Password', 'Forgot your password?', 'visitor'],
    ['/reset-password/some-secret', 'Reset Password', 'Choose a new password', 'visitor'],
    ['/reset-password', 'Reset Password', 'Choose a new password', 'visitor'],
    ['/verify-email/some-secret', 'Email Verification', 'That link didn’t work', 'visitor'],
    ['/verify-email/some-secret', 'Email Verification', 'That link didn’t work', 'newcomer'],
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

interface ListedStory {
  _id: string;
  language: string;
  title: string;
  author: { username: string; displayName: string };
}

/** All built screens, using the author’s first story and the first Arabic story. */
export async function screensOf(page: Page, site: Site, token: string): Promise<Screen[]> {
  const { data: stories } = await callAs<{ data: { _id: string; title: string }[] }>(
    page,
    site,
    token,
    'GET',
    '/stories/my-stories',
  );
  const [own] = stories;
  const { data: listed } = await callAs<{ data: ListedStory[] }>(
    page,
    site,
    token,
    'GET',
    '/stories?limit=50',
  );
  const rtl = listed.find(({ language }) => language === 'ar');
  const author = rtl?.author;
  const story = own?._id ?? '';
  const title = own?.title ?? '';
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
    ...emailScreens,
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
      name: 'missing story',
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
      name: 'reading, missing story',
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
      name: 'missing person',
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
