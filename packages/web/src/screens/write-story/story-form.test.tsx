import type { Story } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { genres, me } from '../../testing/fixtures.ts';
import { mockBadGateway, mockCall } from '../../testing/mock-call.ts';
import { mockOwnStory, ownStory } from '../../testing/own-story.ts';
import { forgetData, renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import WritingHub from '../write/write.tsx';
import ChapterManagement from './write-story.tsx';

resetBetweenTests();

const title = () => page.getByRole('textbox', { name: 'Title' });
const description = () => page.getByRole('textbox', { name: 'Description' });
const restored = () => page.getByText('We restored what you typed.');
const button = (name: string) => page.getByRole('button', { name, exact: true });

const renderForm = async (shown: Story) => {
  mockOwnStory(shown);
  const rendered = await renderPage(<ChapterManagement />, '/write/:storyId', `/write/${shown._id}`);
  await button('Edit Story').click();
  await expect.element(title()).toBeVisible();
  return rendered;
};

/** The form of a story in its dialog, with a function that reloads the page after the story was changed elsewhere. */
async function openEditForm() {
  let rendered = await renderForm(ownStory);
  const reload = async (changes: Partial<Story> = {}) => {
    await rendered.unmount();
    forgetData();
    rendered = await renderForm({ ...ownStory, ...changes });
  };
  const save = (changes: Partial<Story>) => {
    const { sent } = mockCall('PUT /stories/{id}', { success: true, data: { ...ownStory, ...changes } });
    return { sent, click: () => button('Save Story').click() };
  };
  return { reload, save };
}

test('restored input can be discarded for good', async () => {
  const { reload } = await openEditForm();
  await title().fill('Typed here');
  await reload();
  await expect.element(restored()).toBeVisible();
  await button('Discard').click();
  await expect.element(title()).toHaveValue(ownStory.title);
  await reload();
  await expect.element(title()).toHaveValue(ownStory.title);
  await expect.element(restored()).not.toBeInTheDocument();
});

test('a field that was also changed elsewhere shows both values, and the author chooses', async () => {
  const { reload, save } = await openEditForm();
  await title().fill('Typed here');
  await description().fill('Typed here, too.');
  await reload({ title: 'Named elsewhere', description: 'Told elsewhere.' });
  const notice = page.getByRole('alert', { name: 'Changed elsewhere' });
  await expect.element(notice.getByText(/Named elsewhere/)).toBeVisible();
  await expect.element(notice.getByText(/Told elsewhere\./)).toBeVisible();
  await notice.getByRole('button', { name: 'Use the saved title' }).click();
  await expect.element(title()).toHaveValue('Named elsewhere');
  await notice.getByRole('button', { name: 'Keep my description' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  const { sent, click } = save({ title: 'Named elsewhere', description: 'Typed here, too.' });
  await click();
  await expect.element(page.getByText('Story updated!')).toBeVisible();
  expect(sent).toEqual([{ description: 'Typed here, too.' }]);
});

test('an open form does not overwrite unseen changes and sends only its own [P03]', async () => {
  const { save } = await openEditForm();
  await title().fill('Typed here');
  const elsewhere = { title: 'Named elsewhere', description: 'Told elsewhere.' };
  mockCall('GET /stories/{id}', { success: true, data: { ...ownStory, ...elsewhere } });
  const { sent, click } = save({ ...elsewhere, title: 'Typed here' });
  await click();
  await expect
    .element(page.getByText(/^This story was changed somewhere else in the meantime\./))
    .toBeVisible();
  await expect
    .element(page.getByRole('alert', { name: 'Changed elsewhere' }).getByText(/Named elsewhere/))
    .toBeVisible();
  await expect.element(description()).toHaveValue('Told elsewhere.');
  await expect.element(title()).toHaveValue('Typed here');
  expect(sent).toEqual([]);
  await click();
  await expect.element(page.getByText('Story updated!')).toBeVisible();
  expect(sent).toEqual([{ title: 'Typed here' }]);
});

const openNewForm = () => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  return renderPage(<WritingHub />, '/write', '/write?tab=create');
};

test('a new story’s form survives a failure and a reload, shows a notice, and can be reset [P03]', async () => {
  mockCall('GET /genres', { success: true, data: genres });
  let rendered = await openNewForm();
  await title().fill('A Lamp for the Night Ferry');
  await description().fill('A lamp, a ferry, and a long winter.');
  await button('Comedy').click();
  mockBadGateway('POST /stories');
  await button('Create Story').click();
  await expect.element(page.getByText('Failed to create story.')).toBeVisible();
  await rendered.unmount();
  rendered = await openNewForm();
  await expect.element(restored()).toBeVisible();
  await expect.element(title()).toHaveValue('A Lamp for the Night Ferry');
  await expect.element(button('Comedy')).toHaveAttribute('aria-pressed', 'true');
  await button('Discard').click();
  await expect.element(title()).toHaveValue('');
  await rendered.unmount();
  await openNewForm();
  await expect.element(title()).toHaveValue('');
});

test('failed genres can be loaded again without losing the form input', async () => {
  mockBadGateway('GET /genres');
  await openNewForm();
  const group = page.getByRole('group', { name: 'Genres' });
  await expect.element(group.getByText(/Failed to fetch genres/)).toBeVisible();
  await title().fill('A Lamp without a Shelf');
  mockCall('GET /genres', { success: true, data: genres });
  // Retries at once what the page would retry by itself within seconds.
  window.dispatchEvent(new Event('online'));
  await group.getByRole('button', { name: 'Drama', exact: true }).click();
  await expect.element(title()).toHaveValue('A Lamp without a Shelf');
});

test('tags, audience and content warnings are saved, and typed tags survive a reload', async () => {
  const { reload, save } = await openEditForm();
  mockCall('GET /tags', { success: true, data: [] });
  await page.getByRole('combobox', { name: 'Tags' }).fill('slow burn,');
  await page.getByRole('radio', { name: 'Mature' }).click();
  await page.getByRole('checkbox', { name: 'Suicide' }).click();
  await page.getByRole('checkbox', { name: 'Gore' }).click();
  await reload();
  await expect.element(restored()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Remove slow burn' })).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Mature' })).toBeChecked();
  const { sent, click } = save({});
  await click();
  await expect.element(page.getByText('Story updated!')).toBeVisible();
  expect(sent).toEqual([{ tags: ['slow burn'], audience: 'mature', contentWarnings: ['gore', 'suicide'] }]);
});

test('the author lets readers download the story as an EPUB', async () => {
  const { save } = await openEditForm();
  const allowed = page.getByRole('checkbox', { name: 'Readers may download this story as an EPUB' });
  await expect.element(allowed).not.toBeChecked();
  await allowed.click();
  const { sent, click } = save({ allowsEbook: true });
  await click();
  await expect.poll(() => sent).toEqual([{ allowsEbook: true }]);
});
