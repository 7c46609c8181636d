import { commentLimits } from '@inkling/contract/limits';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, me } from '../../testing/fixtures.ts';
import { mockCall, mockEach } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { readExportedData } from './exported-data.ts';
import { ExportedStories } from './exported-stories.tsx';

resetBetweenTests();

const at = '2026-01-12T12:00:00.000Z';
const own = { id: idOf(1), title: 'The Lamp' };
const lost = { id: idOf(2), title: 'Gone' };
const other = { id: idOf(3), title: 'Salt' };
const chapter = { id: idOf(11), title: 'One' };
const annotation = (id: number, story: typeof own, more = {}) => ({
  ...{
    id: idOf(id),
    kind: 'highlight',
    story,
    chapter,
    selectedText: 'The lamp',
    startOffset: 0,
    endOffset: 8,
  },
  ...{
    color: 'blue',
    title: null,
    tags: [],
    note: 'Mine.',
    createdAt: at,
    isTextChanged: false,
    deletedAt: null,
  },
  ...more,
});
const comment = (id: number, story: typeof own | null, more = {}) => ({
  ...{
    id: idOf(id),
    story,
    chapter: null,
    replyTo: null,
    paragraph: null,
    paragraphNumber: null,
    quote: null,
  },
  ...{ content: 'Good.', createdAt: at, ...more },
});

/** A file with one's data, as a site writes it. */
function exported(more: object[] = []): File {
  const files: Record<string, unknown> = {
    'stories.json': [
      {
        ...own,
        folder: 'stories/lamp',
        deletedAt: null,
        coverImage: null,
        genres: [],
        tags: [],
        description: '',
      },
    ],
    'stories/lamp/chapters.json': [
      {
        ...chapter,
        position: 1,
        volume: null,
        stage: 'draft',
        privateNote: '',
        publishedAt: at,
        deletedAt: null,
      },
    ],
    'stories/lamp/versions.json': [
      { chapter: chapter.id, title: 'One', content: 'The lamp was lit.', name: null, createdAt: at },
    ],
    'annotations.json': [
      annotation(21, own),
      annotation(22, own, { isTextChanged: true }),
      annotation(23, own, { deletedAt: at }),
      annotation(24, other),
      annotation(25, other, { chapter: { id: idOf(12), title: 'Two' } }),
      annotation(26, lost),
    ],
    'comments.json': [
      comment(31, own, { chapter, paragraph: 7, paragraphNumber: 1, quote: 'The lamp' }),
      comment(32, own, { chapter: lost }),
      comment(33, other),
      comment(34, null),
      ...more,
    ],
  };
  const texts = Object.entries(files).map(([name, rows]) => [name, strToU8(JSON.stringify(rows))]);
  const readme = strToU8('What Inkling stores about ada');
  return new File(
    [new Uint8Array(zipSync({ ...Object.fromEntries(texts), 'readme.txt': readme }))],
    'data.zip',
  );
}

test('highlights and comments in one’s stories are sent with them, and what has no place is listed', async () => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  const data = await readExportedData(exported());
  if (data === null) throw new Error('It is such a file.');
  expect(data.notes.map(({ title, annotations, comments }) => [title, annotations.length, comments])).toEqual(
    [
      ['Salt', 2, 1],
      ['Gone', 1, 0],
      ['', 0, 1],
    ],
  );
  await renderPage(<ExportedStories {...data} close={() => undefined} />);
  const { sent } = mockCall('POST /imports/stories', {
    success: true,
    data: { _id: own.id, coverImage: null, unplaced: [idOf(21)] },
  });
  await page.getByRole('button', { name: 'Add 1 story' }).click();
  await expect
    .element(page.getByText('The Lamp (1 chapter, added without 2 highlights or bookmarks and 1 comment)'))
    .toBeVisible();
  expect(sent).toMatchObject([
    {
      annotations: [{ _id: idOf(21), chapter: 1, selectedText: 'The lamp', color: 'blue', note: 'Mine.' }],
      comments: [{ _id: idOf(31), chapter: 1, paragraph: 1, quote: 'The lamp', content: 'Good.' }],
    },
  ]);
});

test('of very many comments in a story, those that the server takes are sent, and the others counted', async () => {
  const many = Array.from({ length: commentLimits.restored }, (_, at) =>
    // An earlier release's files have no number of the paragraph.
    comment(100 + at, own, { chapter, paragraphNumber: undefined }),
  );
  const data = await readExportedData(exported(many));
  expect(data?.stories[0]?.story.comments).toHaveLength(commentLimits.restored);
  expect(data?.stories[0]?.story.comments?.at(-1)?.paragraph).toBeNull();
  expect(data?.stories[0]?.unplaced.comments).toBe(2);
});

test('highlights in other people’s stories are added where the story and the chapter are here', async () => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  const data = await readExportedData(exported());
  if (data === null) throw new Error('It is such a file.');
  const here = idOf(51);
  const row = { line: 1, author: '', shelf: 'bookmarked', readOn: null, shelves: [], isInLibrary: false };
  const foundStory = (title: string) => ({
    ...{ _id: here, title, language: 'en', coverImage: null },
    author: { _id: idOf(61), username: 'grace', displayName: 'Grace', avatar: null },
  });
  let asked = 0;
  mockEach('POST /library/import/preview', () => {
    asked += 1;
    const found = asked === 1 ? foundStory('Salt') : null;
    const rows = [{ ...row, title: 'Salt', found, candidates: [] }];
    return { success: true, data: { format: 'csv', rows, omitted: 0, ignored: [], untitled: 0 } } as never;
  });
  const pagination = { page: 1, limit: 100, total: 1, totalPages: 1, hasMore: false };
  mockEach(
    'GET /chapters/story/{storyId}',
    () => ({ success: true, data: [{ _id: idOf(52), title: 'One' }], volumes: [], pagination }) as never,
  );
  const { sent } = mockCall('POST /highlights', { success: true, data: {} } as never);
  await renderPage(<ExportedStories {...data} close={() => undefined} />);
  await page.getByRole('button', { name: 'Add highlights in other stories' }).click();
  await page.getByText('What you wrote in other people’s stories').click();
  await expect
    .element(page.getByText('Salt: 1 highlight or bookmark and 1 comment, not imported'))
    .toBeVisible();
  await expect.element(page.getByText('Gone: 1 highlight or bookmark, not imported')).toBeVisible();
  await expect
    .element(page.getByText('Unavailable stories and posts: 1 comment, not imported'))
    .toBeVisible();
  expect(sent).toMatchObject([
    { _id: idOf(24), storyId: here, chapterId: idOf(52), selectedText: 'The lamp' },
  ]);
});
