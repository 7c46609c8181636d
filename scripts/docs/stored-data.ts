import { modules } from '../../packages/server/src/modules.ts';
import { personalParts } from '../../packages/server/src/platform/personal-data.ts';
import { sourceFiles } from '../source-files.ts';

/** What the browser stores, in the words of the privacy policy, and the files of packages/web/src that store it. */
const inBrowser: [what: string, files: string[]][] = [
  [
    'while you are signed in: a token, and a small program that sends it to us with each page you open, so that the page arrives with your data',
    ['lib/session-store.ts', 'lib/page-session.ts'],
  ],
  [
    'notes of whether your email address still needs to be verified and whether your account is suspended, and which notices and announcements you dismissed',
    ['features/layout/verify-notice.ts', 'lib/before-paint.ts', 'lib/suspension.ts'],
  ],
  [
    'the theme and the reading settings you have chosen, and which of them still have to be sent to your account',
    [
      'lib/theme.ts',
      'features/chapters/reader/reading-settings.ts',
      'features/reading-comfort/change-settings.ts',
      'features/annotations/your-annotations.tsx',
    ],
  ],
  [
    'the voice and speed for reading aloud, and how fast you read on this device',
    ['features/reading-comfort/use-voices.ts', 'features/reading-comfort/pace.ts'],
  ],
  [
    'how the chapter editor works for you, how many words you wrote today, and a number that tells drafts from this browser apart from others',
    [
      'features/chapters/editor/editor-settings.ts',
      'features/chapters/editor/words-today.ts',
      'features/chapters/editor/server-drafts.ts',
    ],
  ],
  [
    'your settings for the writing assistant, and what it ignores in your stories',
    ['features/assistant/checker/checker.ts'],
  ],
  [
    'how you list stories, whether we have asked what you like to read, and the mature stories you agreed to open',
    [
      'features/home/welcome.tsx',
      'features/stories/labels/mature-consent.ts',
      'features/stories/list/view-switch.tsx',
    ],
  ],
  [
    'texts you have typed, and things you have done, that are not yet sent or saved, or that you can undo',
    [
      'features/annotations/note-dialog.tsx',
      'features/chapters/editor/local-drafts.ts',
      'features/chat/composer.tsx',
      'features/fixes/suggest-fix-dialog.tsx',
      'features/forms/text-form.tsx',
      'features/forms/use-saved-form.ts',
      'features/home/genre-onboarding.tsx',
      'features/imports/exported-stories.tsx',
      'features/library-files/choose-list.tsx',
      'features/reading-sessions/session-store.ts',
      'features/reports/report-dialog.tsx',
      'lib/create-once.ts',
      'lib/outbox.ts',
      'screens/admin-reports/decision-form.tsx',
      'screens/import-library/import-library.tsx',
      'screens/story-replace/story-replace.tsx',
      'screens/write/write.tsx',
    ],
  ],
  [
    'a random secret that lets only you change the comments you write through links for beta readers without an account',
    ['features/beta-links/reader-secret.ts'],
  ],
  ['where you last were in a chapter', ['lib/stored-places.ts']],
  ['the stories you keep for reading offline', ['lib/offline/offline-store.ts']],
  [
    'if you turn on push notifications, a small program that shows them, and the address at your browser’s push service that they are sent to',
    ['lib/push-device.ts'],
  ],
  [
    'while a tab is open: which stories you opened in it, the book you are importing, a message you are writing to us, and the end of the address that you open after signing in',
    [
      'features/imports/import-review.tsx',
      'features/imports/use-book-import.ts',
      'features/stories/use-page-view.ts',
      'lib/wanted-fragment.ts',
      'screens/contact/contact-form.tsx',
    ],
  ],
];

/** Ways to store something in the browser. */
const storing =
  /\b(?:setItem|storeInput|deviceSettings|browserDatabase|caches\.open|cookie =|serviceWorker\.register)/;
/** How the others store, and a trial that leaves nothing. */
const helpers = [
  'lib/stored-input.ts',
  'lib/device-settings.ts',
  'lib/indexed-db.ts',
  'lib/offline/registration.ts',
];

/** The data of the privacy policy. Throws if a file stores something that `inBrowser` does not say. */
export function storedData(root: string) {
  const web = 'packages/web/src/';
  const storingFiles = sourceFiles(root, [web], /(?<!\.(?:test|fixture))\.tsx?$/)
    .filter(({ text }) => storing.test(text))
    .map(({ path }) => path.slice(web.length));
  const named = [...helpers, ...inBrowser.flatMap(([, files]) => files)];
  const wrong = [
    ...storingFiles.filter((path) => !named.includes(path)),
    ...named.filter((path) => !storingFiles.includes(path)),
  ];
  if (wrong.length > 0)
    throw new Error(`scripts/docs/stored-data.ts must say what these store: ${wrong.join(', ')}`);
  return {
    onServer: personalParts({ modules })
      .flatMap(({ stores }) => stores)
      .map(({ topic, what, why, seenBy, until }) => ({ topic, what, why, seenBy, until })),
    inBrowser: inBrowser.map(([what]) => what),
  };
}
