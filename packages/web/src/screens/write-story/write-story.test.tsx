import type { OwnChapterSummary } from '@inkling/contract/chapters';
import hotToast from 'react-hot-toast';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CallKey } from '../../lib/api.ts';
import { genreId } from '../../testing/fixtures.ts';
import { mockBadGateway, mockCall, mockFailure } from '../../testing/mock-call.ts';
import { evenings, mockOwnStory, ownList, ownStory } from '../../testing/own-story.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import ChapterManagement from './write-story.tsx';

resetBetweenTests();

const button = (name: string) => page.getByRole('button', { name, exact: true });
const confirm = (name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
const titles = () =>
  page
    .getByRole('heading', { level: 3 })
    .elements()
    .map(({ textContent }) => textContent.replace(/^\d+\. /, ''));

const render = () => renderPage(<ChapterManagement />, '/write/:storyId', `/write/${ownStory._id}`);
const openStory = (chapters = evenings(3), story = ownStory) => {
  mockOwnStory(story, chapters);
  return render();
};
async function act(chapter: string, action: string): Promise<void> {
  await button(`Actions for ${chapter}`).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
async function inMenu(action: string): Promise<void> {
  await button('More actions for the story').click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
async function confirmed(chapter: string, action: string): Promise<void> {
  await act(chapter, action);
  await confirm(action);
}

async function expectFailure(key: CallKey, fallback: string, run: () => Promise<unknown>): Promise<void> {
  const message = `The lamp is out, instead of ‘${fallback}’`;
  mockFailure(key, 'INTERNAL', message);
  await run();
  await expect.element(page.getByText(message)).toBeVisible();
  hotToast.remove();
  mockBadGateway(key);
  await run();
  await expect.element(page.getByText(fallback, { exact: true })).toBeVisible();
  hotToast.remove();
}

test.each<[call: CallKey, fallback: string, published: boolean, run: () => Promise<unknown>]>([
  ['PUT /chapters/{id}', 'Failed to unpublish chapter.', true, () => confirmed('Evening 1', 'Unpublish')],
  ['PUT /chapters/{id}', 'Failed to publish chapter.', false, () => confirmed('Evening 2', 'Publish')],
  ['DELETE /chapters/{id}', 'Failed to delete chapter.', false, () => confirmed('Evening 2', 'Delete')],
  [
    'PUT /stories/{id}/chapters/reorder',
    'Failed to reorder chapters.',
    false,
    () => button('Move Evening 1 down').click(),
  ],
  [
    'PUT /stories/{id}',
    'Failed to publish story.',
    false,
    async () => {
      await button('Publish').click();
      await confirm('Publish');
    },
  ],
  [
    'PUT /stories/{id}',
    'Failed to unpublish story.',
    true,
    async () => {
      await inMenu('Unpublish');
      await confirm('Unpublish');
    },
  ],
  [
    'PUT /stories/{id}',
    'Failed to update story.',
    true,
    async () => {
      if (button('Save Story').elements().length === 0) await button('Edit Story').click();
      await button('Save Story').click();
    },
  ],
  [
    'DELETE /stories/{id}',
    'Failed to delete story.',
    true,
    async () => {
      await inMenu('Delete');
      await confirm('Delete');
    },
  ],
])(
  'a failed action shows the server’s message, else its fallback: %s, %s',
  async (key, fallback, isPublished, run) => {
    const [first, ...others] = evenings(3, isPublished);
    if (first === undefined) throw new Error('no chapters');
    // A story can be published once one of its chapters is.
    await openStory([{ ...first, isPublished: true }, ...others], { ...ownStory, isPublished });
    await expectFailure(key, fallback, run);
  },
);

test('a reorder that fails is reverted', async () => {
  await openStory();
  await expect.poll(titles).toEqual(['Evening 1', 'Evening 2', 'Evening 3']);
  mockFailure('PUT /stories/{id}/chapters/reorder', 'INTERNAL', 'The lamp is out.');
  await button('Move Evening 1 down').click();
  await expect.element(page.getByText('The lamp is out.')).toBeVisible();
  await expect.poll(titles).toEqual(['Evening 1', 'Evening 2', 'Evening 3']);
});

test('moving a chapter to the top with its button keeps the focus on the button', async () => {
  await openStory();
  const [first, second, third] = evenings(3);
  if (!first || !second || !third) throw new Error('no chapters');
  const up = button('Move Evening 2 up');
  await expect.element(up).toBeVisible();
  const moved = ownList([second, first, third]);
  mockCall('PUT /stories/{id}/chapters/reorder', moved);
  mockCall('GET /chapters/story/{storyId}/author', moved);
  up.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(titles).toEqual(['Evening 2', 'Evening 1', 'Evening 3']);
  await expect.element(page.getByText('Chapters reordered successfully!')).toBeVisible();
  await expect.element(up).toHaveFocus();
  await expect.element(up).toBeDisabled();
});

test('a chapter can be moved by entering its new position', async () => {
  await openStory(evenings(5));
  await act('Evening 5', 'Move to…');
  await expect.element(page.getByLabelText('New position')).toHaveFocus();
  await page.getByLabelText('New position').fill('2');
  const result = { done: 1, unchanged: 0, refused: [], draftBecause: null };
  const { sent } = mockCall('POST /stories/{id}/chapters/bulk', { success: true, data: result });
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('1 chapter moved.')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(sent).toEqual([{ action: 'move', chapters: [evenings(5)[4]?._id], position: 2 }]);
  await expect.element(button('Actions for Evening 5')).toHaveFocus();
});

test('a title that begins with its chapter’s number is shown without it', async () => {
  const [first, second] = evenings(2);
  if (first === undefined || second === undefined) throw new Error('no chapters');
  await openStory([
    { ...first, title: 'Chapter 1: The Bell' },
    { ...second, title: 'Chapter 7' },
  ]);
  await expect.poll(titles).toEqual(['The Bell', 'Chapter 7']);
});

describe('a story with Premium chapters', () => {
  const marked = (chapters: OwnChapterSummary[], fromChapter: number) => {
    const list = ownList(chapters);
    return {
      ...list,
      data: list.data.map((chapter) => ({ ...chapter, isExclusive: chapter.order >= fromChapter })),
      exclusive: { fromChapter },
    };
  };
  const openMarked = async () => {
    mockOwnStory(ownStory, evenings(3));
    mockCall('GET /chapters/story/{storyId}/author', marked(evenings(3), 3));
    await render();
  };

  test('a move across the mark says what the chapter is now; others say nothing', async () => {
    await openMarked();
    const [first, second, third] = evenings(3);
    if (!first || !second || !third) throw new Error('no chapters');
    mockCall('PUT /stories/{id}/chapters/reorder', marked([second, first, third], 3));
    mockCall('GET /chapters/story/{storyId}/author', marked([second, first, third], 3));
    await button('Move Evening 1 down').click();
    await expect.element(page.getByText('Chapters reordered successfully!')).toBeVisible();
    expect(page.getByText(/Evening 1” is now/).elements()).toEqual([]);
    mockCall('PUT /stories/{id}/chapters/reorder', marked([second, third, first], 2));
    mockCall('GET /chapters/story/{storyId}/author', marked([second, third, first], 2));
    await button('Move Evening 1 down').click();
    await expect.element(page.getByText('“Evening 1” is now for Premium readers.')).toBeVisible();
  });

  test('the dialogs say before what opens a text to everyone', async () => {
    await openMarked();
    await act('Evening 3', 'Move to…');
    await expect.element(page.getByText(/Placed among the others, they’re open to everyone/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    const opens = page.getByText(/its text will be open to everyone/);
    await act('Evening 2', 'Merge with the next chapter…');
    await expect.element(opens).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await act('Evening 1', 'Merge with the next chapter…');
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
    expect(opens.elements()).toEqual([]);
  });
});

test('publishing a story without chapters asks for a chapter first', async () => {
  await openStory([]);
  await button('Publish').click();
  await expect.element(page.getByRole('alertdialog').getByText(/Add a chapter first/)).toBeVisible();
  await expect
    .element(page.getByRole('alertdialog').getByRole('button', { name: 'Add Chapter' }))
    .toBeVisible();
});

test('publishing a story without a description or genres leads to the form', async () => {
  await openStory(evenings(2, true), { ...ownStory, description: '', genres: [] });
  await button('Publish').click();
  await expect
    .element(
      page
        .getByRole('alertdialog')
        .getByText(/Please write a description first, and select at least one genre/),
    )
    .toBeVisible();
  await confirm('Edit Story');
  const form = page.getByRole('dialog', { name: 'Edit Story' });
  await form.getByRole('button', { name: 'Drama', exact: true }).click();
  await form.getByRole('textbox', { name: 'Description' }).fill('A tale.');
  const { sent } = mockCall('PUT /stories/{id}', { success: true, data: ownStory });
  await form.getByRole('button', { name: 'Save Story' }).click();
  await expect.element(form).not.toBeInTheDocument();
  expect(sent).toEqual([{ description: 'A tale.', genres: [genreId('Drama')] }]);
});

test('an author cannot manage another author’s story', async () => {
  mockOwnStory();
  mockFailure('GET /stories/{id}', 'NOT_FOUND', 'Story not found');
  mockFailure('GET /chapters/story/{storyId}/author', 'NOT_FOUND', 'Story not found');
  signIn();
  await render();
  await expect
    .element(page.getByText('This isn’t one of your stories, or it has been deleted.'))
    .toBeVisible();
});
