import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { collectionOf } from '../../testing/collections.ts';
import { story } from '../../testing/fixtures.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { CollectionCard } from './collection-card.tsx';

resetBetweenTests();

const card = page.getByRole('article');
const coversIn = (element: Element) => element.querySelectorAll('.cover').length;

test('a card shows three covers, how many more there are, the number of books and a link to all', async () => {
  const collection = collectionOf(1, 1003, { name: 'Rainy days', description: 'For the sofa.' });
  await renderPage(<CollectionCard own collection={collection} />);
  await expect.element(card.getByRole('heading', { name: 'Rainy days' })).toBeVisible();
  expect(coversIn(card.element())).toBe(3);
  await expect.element(card.getByText(/^\+1,000/)).toBeVisible();
  await expect.element(card.getByText('1,003 books')).toBeVisible();
  await expect.element(card.getByText('For the sofa.')).toBeVisible();
  await expect.element(card.getByText('Private')).toBeVisible();
  await expect
    .element(card.getByRole('link', { name: 'View All in Rainy days' }))
    .toHaveAttribute('href', `/collection/${collection._id}`);
});

test('a card of few books says no more than there is', async () => {
  await renderPage(
    <>
      <CollectionCard collection={collectionOf(1, 0)} />
      <CollectionCard collection={collectionOf(2, 1)} />
      <CollectionCard collection={collectionOf(3, 3)} />
    </>,
  );
  await expect.element(page.getByText('0 books')).toBeVisible();
  await expect.element(page.getByText('1 book', { exact: true })).toBeVisible();
  await expect.element(page.getByText('3 books')).toBeVisible();
  expect(page.getByText(/\+/).elements()).toEqual([]);
});

test('a card of another person names the owner, and marks an unlisted collection', async () => {
  const owner = story.author;
  await renderPage(
    <>
      <CollectionCard byline collection={collectionOf(1, 4, { owner, visibility: 'public' })} />
      <CollectionCard byline collection={collectionOf(2, 4, { owner, visibility: 'unlisted' })} />
    </>,
  );
  await expect
    .element(card.first().getByRole('link', { name: 'Grace' }))
    .toHaveAttribute('href', '/profile/grace');
  expect(card.first().getByText('Public').elements()).toEqual([]);
  await expect.element(card.last().getByText('Unlisted')).toBeVisible();
});
