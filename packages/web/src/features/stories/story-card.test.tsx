import type { Story } from '@inkling/contract/stories';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useMe } from '../../lib/session.ts';
import { choiceOf } from '../../testing/collections.ts';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { StoryCard } from './story-card.tsx';

resetBetweenTests();

const labelled: Story = {
  ...story,
  tags: ['slow burn', 'ghosts', 'the sea', 'grief'],
  contentWarnings: ['gore'],
};
const stories = [labelled, { ...story, _id: idOf(20), title: 'The Next Lamp' }];

function Cards({ all }: { all: Story[] }) {
  // As the layout does.
  useMe();
  return (
    <>
      <output aria-label="Address">{useLocation().pathname}</output>
      <ul>
        {all.map((one) => (
          <li key={one._id}>
            <StoryCard story={one} />
          </li>
        ))}
      </ul>
    </>
  );
}

async function open(all: Story[], member = true) {
  if (member) {
    signIn();
    mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
    mockCall('GET /stories/{id}/follow', { success: true, isFollowing: false, followersCount: 0 });
  }
  return renderPage(<Cards all={all} />);
}

const menuButton = (title: string) => page.getByRole('button', { name: `More options: ${title}` });

test('visitors have no menu', async () => {
  await open([labelled], false);
  await expect.element(page.getByRole('link', { name: labelled.title })).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('a card names the first content warning and how many more there are, and the first three tags', async () => {
  await open([labelled, { ...labelled, _id: idOf(21), contentWarnings: ['gore', 'death'] }], false);
  const [one, two] = page.getByRole('article').elements();
  expect(one?.textContent).toMatch(/Content warning: Gore\. #slow burn#ghosts#the sea\+1/);
  expect(two?.textContent).toMatch(/Content warning: Gore \+1\. #slow burn#ghosts#the sea\+1/);
});

test('a card tells rating, chapters, words, status and last update; one that is coming soon has no figures', async () => {
  const told: Story = {
    ...story,
    chapterCount: 24,
    effectiveStatus: 'ongoing',
    lastUpdated: new Date(Date.now() - 15 * 86_400_000).toISOString(),
    stats: { ...story.stats, averageRating: 4.56, ratingsCount: 12, totalWordCount: 120_400 },
  };
  await open([told, { ...told, _id: idOf(21), chapterCount: 0, effectiveStatus: 'coming_soon' }], false);
  const [one, two] = page.getByRole('article').elements();
  expect(one?.textContent).toContain(
    'Rated ★ 4.6 out of 5 by 12 readers (12)24 chapters120.4K wordsOngoingUpdated 2w ago',
  );
  expect(one?.querySelector('time')?.dateTime).toBe(told.lastUpdated);
  expect(two?.textContent).not.toContain('words');
});

test('a card names a language that the reader does not read', async () => {
  const portuguese = { ...labelled, language: 'pt-BR' };
  await open([portuguese, { ...story, _id: idOf(21), language: 'en-GB' }], false);
  const [first, second] = page.getByRole('article').elements();
  expect(first?.textContent).toContain('Brazilian Portuguese');
  expect(second?.textContent).not.toContain('English');
});

test('the languages that a reader has chosen count, not those of the browser', async () => {
  signIn();
  const user = { ...me, readingPreferences: { ...me.readingPreferences, languages: ['pt'] } };
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user });
  await renderPage(
    <Cards
      all={[
        { ...story, language: 'pt-BR' },
        { ...story, _id: idOf(21) },
      ]}
    />,
  );
  const texts = () =>
    page
      .getByRole('article')
      .elements()
      .map((card) => /English|Portuguese/.exec(card.textContent ?? '')?.[0]);
  await expect.poll(texts).toEqual([undefined, 'English']);
});

test('with the keyboard, a reader hides a story from its card, and the focus moves to the next card', async () => {
  await open(stories);
  const { sent } = mockCall('POST /stories/{id}/hide', { success: true, isHidden: true });
  await expect.element(menuButton(labelled.title)).toBeVisible();
  menuButton(labelled.title).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Bookmark' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(menuButton(labelled.title)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  // The menu takes the focus a moment after it is shown.
  await expect.element(page.getByRole('menuitem', { name: 'Bookmark' })).toHaveFocus();
  await userEvent.keyboard('h');
  await expect.element(page.getByRole('menuitem', { name: 'Hide this story' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('link', { name: 'The Next Lamp' })).toHaveFocus();
  await expect.poll(() => sent).toHaveLength(1);
  await expect.element(page.getByText(/is hidden from your lists/)).toBeVisible();
});

test('a story is added to a collection from its card, and the focus returns to the menu’s button', async () => {
  await open([labelled]);
  mockCall('GET /stories/{id}/my-collections', { success: true, data: [choiceOf(1)] });
  const { sent } = mockCall('POST /collections/{id}/stories', { success: true, storyCount: 4 });
  menuButton(labelled.title).element().focus();
  await userEvent.keyboard('{Enter}');
  await page.getByRole('menuitem', { name: 'Add to collection' }).click();
  const checkbox = page.getByRole('dialog', { name: 'Add to collection' }).getByRole('checkbox');
  await checkbox.click();
  await expect.element(checkbox).toBeChecked();
  await expect.poll(() => sent).toEqual([{ storyId: labelled._id }]);
  await userEvent.keyboard('{Escape}');
  await expect.element(menuButton(labelled.title)).toHaveFocus();
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

test('hiding that fails is reported, and the story stays', async () => {
  await open(stories);
  mockFailure('POST /stories/{id}/hide', 'BUSY', 'The server is busy.');
  await menuButton(labelled.title).click();
  await page.getByRole('menuitem', { name: 'Hide this story' }).click();
  await expect.element(page.getByText('The server is busy.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: labelled.title })).toBeVisible();
});

test('authors cannot hide their own stories; their menu leads to the editor', async () => {
  const own = { ...story, author: { ...story.author, _id: me._id } };
  await open([own]);
  await menuButton(own.title).click();
  await page.getByRole('menuitem', { name: 'Edit story' }).click();
  await expect.element(page.getByLabelText('Address')).toHaveTextContent(`/write/${own._id}`);
});
