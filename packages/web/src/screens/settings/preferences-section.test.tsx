import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useMe } from '../../lib/session.ts';
import { genreId, genres, me } from '../../testing/fixtures.ts';
import { mockBadGateway, mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { PreferencesSection } from './preferences-section.tsx';
import { ProfileSection } from './settings.tsx';

resetBetweenTests();

const saved = me.readingPreferences;

function Sections() {
  const user = useMe();
  return (
    user && (
      <>
        <ProfileSection me={user} />
        <PreferencesSection me={user} />
      </>
    )
  );
}

async function openPreferences() {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  mockCall('GET /genres', { success: true, data: genres });
  return renderPage(<Sections />);
}
const quickGenre = (name: string) =>
  page.getByRole('list', { name: 'Quick select' }).getByRole('button', { name });
const save = () => page.getByRole('button', { name: 'Update Preferences' }).click();

test('a genre chosen while saving is not lost', async () => {
  await openPreferences();
  const gate = Promise.withResolvers<void>();
  const [drama, comedy] = [genreId('Drama'), genreId('Comedy')];
  const preferences = { ...saved, genres: [drama], emailNotifications: true };
  mockCall('PATCH /users/preferences', { success: true, data: preferences }, gate.promise);
  await quickGenre('Drama').click();
  await save();
  await quickGenre('Comedy').click();
  gate.resolve();
  await expect.element(page.getByText('Preferences updated!')).toBeVisible();
  await expect.element(page.getByText('You have unsaved changes.')).toBeVisible();
  const both = { ...preferences, genres: [drama, comedy] };
  const { sent } = mockCall('PATCH /users/preferences', { success: true, data: both });
  await save();
  await expect.poll(() => sent).toEqual([{ favoriteGenres: [drama, comedy] }]);
});

test('a value toggled back while a delayed save runs stays an unsaved change', async () => {
  await openPreferences();
  const gate = Promise.withResolvers<void>();
  const silent = { ...saved, genres: [], emailNotifications: false };
  mockCall('PATCH /users/preferences', { success: true, data: silent }, gate.promise);
  const emails = page.getByRole('switch', { name: 'Email notifications' });
  await emails.click();
  await save();
  await emails.click();
  gate.resolve();
  await expect.element(page.getByText('Preferences updated!')).toBeVisible();
  await expect.element(emails).toBeChecked();
  await expect.element(page.getByText('You have unsaved changes.')).toBeVisible();
  const loud = { ...silent, emailNotifications: true };
  const { sent } = mockCall('PATCH /users/preferences', { success: true, data: loud });
  await save();
  await expect.poll(() => sent).toEqual([{ emailNotifications: true }]);
});

test('a failed save shows a toast and an alert, and the choice survives a reload', async () => {
  const shown = await openPreferences();
  mockFailure('PATCH /users/preferences', 'INTERNAL', 'The lamp is out. Please try again.');
  await quickGenre('Drama').click();
  await save();
  await expect.element(page.getByText('Failed to update preferences.')).toBeVisible();
  await expect.element(page.getByText('The lamp is out. Please try again.')).toBeVisible();
  await shown.unmount();
  await openPreferences();
  await expect.element(page.getByRole('button', { name: 'Remove Drama' })).toBeVisible();
});

test('failed genres can be loaded again without losing other input', async () => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  mockBadGateway('GET /genres');
  await renderPage(<Sections />);
  const bio = page.getByRole('textbox', { name: 'Bio' });
  await bio.fill('Typed while waiting.');
  await expect.element(page.getByText('Failed to fetch genres')).toBeVisible();
  mockCall('GET /genres', { success: true, data: genres });
  // Retries at once what the page would retry by itself within seconds.
  window.dispatchEvent(new Event('online'));
  await expect.element(quickGenre('Drama')).toBeVisible();
  await expect.element(bio).toHaveValue('Typed while waiting.');
});

test('genres can be chosen by quick select, search and paging, and removed again', async () => {
  await openPreferences();
  const buttons = (list: string) =>
    page.getByRole('list', { name: list, exact: true }).getByRole('button').elements();
  const names = (list: string) => buttons(list).map(({ textContent }) => textContent);
  const inList = (name: string) =>
    page.getByRole('list', { name: 'Genres', exact: true }).getByRole('button', { name, exact: true });
  const quick = ['Fantasy', 'Romance', 'Mystery', 'Sci-Fi', 'Horror', 'Adventure', 'Drama', 'Comedy'];
  await expect.poll(() => names('Quick select')).toEqual(quick);
  await quickGenre('Horror').click();
  await expect.element(inList('Horror')).toHaveAttribute('aria-pressed', 'true');
  expect(buttons('Genres')).toHaveLength(50);
  const pages = page.getByRole('navigation', { name: 'Genre pages' });
  await pages.getByRole('button', { name: 'Page 2' }).click();
  await expect.poll(() => buttons('Genres').length).toBe(10);
  await expect.element(pages.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await inList('Western').click();
  await page.getByLabelText('Search genres').fill('noir');
  await expect.element(page.getByText('1 genre', { exact: true })).toBeVisible();
  await inList('Noir').click();
  await page.getByLabelText('Search genres').fill('');
  await page.getByLabelText('Selected Only').click();
  await expect.poll(() => names('Genres')).toEqual(['Horror', 'Noir', 'Western']);
  expect(names('Selected genres')).toEqual(['Horror', 'Western', 'Noir']);
  page.getByRole('button', { name: 'Remove Western' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Remove Noir' })).toHaveFocus();
  expect(names('Genres')).toEqual(['Horror', 'Noir']);
  const chosen = { favoriteGenres: [genreId('Horror'), genreId('Noir')], emailNotifications: false };
  const stored = { ...saved, genres: chosen.favoriteGenres, emailNotifications: false };
  const { sent } = mockCall('PATCH /users/preferences', { success: true, data: stored });
  await page.getByRole('switch', { name: 'Email notifications' }).click();
  await save();
  await expect.element(page.getByText('Preferences updated!')).toBeVisible();
  expect(sent).toEqual([chosen]);
});
