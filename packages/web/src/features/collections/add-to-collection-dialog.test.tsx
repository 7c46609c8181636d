import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { choiceOf, collectionOf } from '../../testing/collections.ts';
import { me, story } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { AddToCollectionButton } from './add-to-collection-button.tsx';

resetBetweenTests();

type Choices = ReturnType<typeof choiceOf>[];
const dialog = page.getByRole('dialog', { name: 'Add to collection' });
const checkbox = (name: string) => dialog.getByRole('checkbox', { name });

async function open(choices: Choices) {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  mockCall('GET /stories/{id}/my-collections', { success: true, data: choices });
  await renderPage(<AddToCollectionButton story={story} />);
  await page.getByRole('button', { name: 'Add to collection' }).click();
  await expect.element(dialog.getByText(story.title)).toBeVisible();
}

test('a story is added and removed at once, and each change is sent', async () => {
  await open([choiceOf(1), choiceOf(2, { hasStory: true })]);
  const added = mockCall(
    'POST /collections/{id}/stories',
    { success: true, storyCount: 4 },
    new Promise((done) => setTimeout(done, 300)),
  );
  await expect.element(checkbox('Collection 2')).toBeChecked();
  await checkbox('Collection 1').click();
  // Before the response.
  await expect.element(checkbox('Collection 1')).toBeChecked();
  await expect.element(checkbox('Collection 1')).toHaveAccessibleDescription('4 books Private');
  expect(added.sent).toEqual([{ storyId: story._id }]);
  const removed = mockCall('DELETE /collections/{id}/stories/{storyId}', { success: true, storyCount: 2 });
  await checkbox('Collection 2').click();
  await expect.element(checkbox('Collection 2')).not.toBeChecked();
  await expect.element(checkbox('Collection 2')).toHaveAccessibleDescription('2 books Private');
  await expect.poll(() => removed.sent).toHaveLength(1);
  // A response that comes after the end of this test would change the next one's choices.
  await expect.element(checkbox('Collection 1')).not.toHaveAttribute('aria-busy');
  // A search is for longer lists.
  expect(dialog.getByRole('searchbox').elements()).toEqual([]);
});

test('a change that fails is taken back, and the dialog says why until the next one', async () => {
  await open([choiceOf(1), choiceOf(2)]);
  const full = 'A collection holds at most 1,000 stories. Remove one, or use another collection.';
  mockFailure('POST /collections/{id}/stories', 'QUOTA_REACHED', full);
  await checkbox('Collection 1').click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(`Collection 1: ${full}`);
  await expect.element(checkbox('Collection 1')).not.toBeChecked();
  await expect.element(checkbox('Collection 1')).toHaveAccessibleDescription('3 books Private');
  mockCall('POST /collections/{id}/stories', { success: true, storyCount: 4 });
  await checkbox('Collection 2').click();
  await expect.element(checkbox('Collection 2')).toBeChecked();
  expect(dialog.getByRole('alert').elements()).toEqual([]);
});

test('more than ten collections can be searched', async () => {
  await open(Array.from({ length: 11 }, (_, index) => choiceOf(index)));
  await dialog.getByRole('searchbox', { name: 'Find a collection' }).fill('COLLECTION 7');
  await expect.poll(() => dialog.getByRole('checkbox').elements()).toHaveLength(1);
  await dialog.getByRole('searchbox').fill('nothing');
  await expect.element(dialog.getByText('No collections match.')).toBeVisible();
});

test('a new collection is created with the story, by the keyboard', async () => {
  await open([choiceOf(1)]);
  await expect.element(checkbox('Collection 1')).toBeVisible();
  await dialog.getByRole('button', { name: 'New collection' }).click();
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveFocus();
  await expect.element(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
  await userEvent.keyboard('   ');
  await expect.element(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
  const limit = 'You can have at most 200 collections. Delete one to create another.';
  mockFailure('POST /collections', 'QUOTA_REACHED', limit);
  await userEvent.keyboard('Sea stories{Enter}');
  await expect.element(dialog.getByText(limit)).toBeVisible();
  await expect.element(name).toHaveValue('   Sea stories');
  const { sent } = mockCall('POST /collections', {
    success: true,
    data: collectionOf(9, 1, { name: 'Sea stories' }),
  });
  await userEvent.keyboard('{Enter}');
  await expect.element(checkbox('Sea stories')).toBeChecked();
  await expect.element(checkbox('Sea stories')).toHaveAccessibleDescription('1 book Private');
  expect(sent).toEqual([
    expect.objectContaining({ name: 'Sea stories', visibility: 'private', storyId: story._id }),
  ]);
  await expect.element(dialog.getByRole('button', { name: 'New collection' })).toHaveFocus();
  await expect.element(dialog.getByText('Created “Sea stories” with this story.')).toBeVisible();
});

test('a reader without collections is asked to name the first one', async () => {
  await open([]);
  await expect.element(dialog.getByText(/You have no collections yet/)).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toBeVisible();
});
