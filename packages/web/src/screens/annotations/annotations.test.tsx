import type { AnyAnnotation } from '@inkling/contract/annotations';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { bookmarkOf, highlightOf } from '../../testing/annotations.tsx';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import Annotations from './annotations.tsx';

resetBetweenTests();

const text = 'The lamp was lit. A boat came in.';
const highlight: AnyAnnotation = { kind: 'highlight', ...highlightOf(50, text, 'lamp', { color: 'green' }) };
const bookmark: AnyAnnotation = { kind: 'bookmark', ...bookmarkOf(51, text, 'boat', { tags: ['sea'] }) };
const gone: AnyAnnotation = {
  ...highlight,
  _id: idOf(52),
  story: null,
  chapter: null,
  chapterId: idOf(29),
  selectedText: 'Lost words',
};

const listOf = (data: AnyAnnotation[], total = data.length) => ({
  success: true as const,
  data,
  pagination: { page: 1, limit: 50, total, totalPages: Math.ceil(total / 50), hasMore: data.length < total },
});

function Where() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}

function open(address = '/library/annotations') {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  mockCall('GET /annotations/stories', {
    success: true,
    data: [{ storyId: story._id, title: story.title, annotations: 2 }],
  });
  mockCall('GET /bookmarks/tags', { success: true, data: [{ tag: 'sea', bookmarks: 1 }] });
  return renderPage(
    <>
      <Where />
      <Annotations />
    </>,
    '*',
    address,
  );
}
const address = () => page.getByTestId('address');
const choose = (label: string, option: string) =>
  page.getByRole('combobox', { name: label }).selectOptions(option);

test('annotations of all stories lead to their passages', async () => {
  mockCall('GET /annotations', listOf([highlight, bookmark, gone]));
  await open();
  await expect
    .element(page.getByRole('link', { name: 'lamp' }))
    .toHaveAttribute('href', `/reading/${story._id}/${idOf(20)}?annotation=${idOf(50)}`);
  await expect.element(page.getByText('Green highlight').first()).toBeVisible();
  // Annotations of a chapter that follow each other stand below its name.
  await expect
    .poll(() =>
      page
        .getByRole('heading', { level: 2 })
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual([expect.stringContaining(`${story.title} · Chapter 1`), 'No longer available']);
  await expect.element(page.getByText('Lost words')).toBeVisible();
  expect(page.getByRole('link', { name: 'Lost words' }).elements()).toEqual([]);
});

test('by keyboard, an undo leads back to the entry that was deleted', async () => {
  mockCall('GET /annotations', listOf([highlight, bookmark]));
  await open();
  const remove = page.getByRole('button', { name: 'Delete: Green highlight: “lamp”' });
  await expect.element(remove).toBeVisible();
  mockCall('DELETE /highlights/{id}', { success: true, message: '' });
  const { kind: _, ...data } = highlight as { kind: 'highlight' } & ReturnType<typeof highlightOf>;
  mockCall('POST /highlights/{id}/restore', { success: true, data });
  mockCall('GET /annotations', listOf([bookmark]));
  (remove.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(remove).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'Your Annotations' })).toHaveFocus();
  await expect.element(page.getByText(/^Highlight deleted\./)).toBeVisible();
  mockCall('GET /annotations', listOf([highlight, bookmark]));
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(remove).toHaveFocus();
});

test('several annotations get a color, are exported or deleted together', async () => {
  const list = mockCall('GET /annotations', listOf([highlight, bookmark, gone]));
  const { sent } = mockCall('POST /annotations/several', { success: true, data: { annotations: 2 } });
  await open();
  const boxes = page.getByRole('checkbox');
  await boxes.nth(0).click();
  await boxes.nth(2).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selected annotations' });
  await expect.element(bar.getByText('3 selected')).toBeVisible();
  await boxes.nth(1).click();
  await bar.getByRole('button', { name: 'Color' }).click();
  await page.getByRole('menuitem', { name: 'Blue' }).click();
  const ids = [highlight._id, gone._id];
  await expect.poll(() => sent).toEqual([{ ids, action: 'color', color: 'blue' }]);
  await expect.element(page.getByText('2 highlights changed to blue.')).toBeVisible();
  await expect.element(bar).not.toBeInTheDocument();
  await boxes.nth(0).click();
  await bar.getByRole('button', { name: 'Export' }).click();
  await expect
    .element(page.getByRole('menuitem', { name: 'Export selected annotations as CSV for Readwise' }))
    .toBeVisible();
  await userEvent.keyboard('{Escape}');
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => sent.at(-1)).toMatchObject({ ids: [highlight._id], action: 'delete' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => sent.at(-1)).toMatchObject({ action: 'restore' });
  expect(list.sent.length).toBeGreaterThan(1);
});

test('search and filters are in the address', async () => {
  const asked: string[] = [];
  mockEach('GET /annotations', (query) => {
    query.delete('page');
    asked.push(query.toString());
    return listOf([highlight]);
  });
  await open();
  await choose('Story', 'Half a Lamp (2)');
  await choose('Color', 'Green');
  await expect.element(address()).toHaveTextContent(`/library/annotations?color=green&story=${story._id}`);
  await choose('Show', 'Bookmarks');
  await expect.element(address()).toHaveTextContent(`/library/annotations?kind=bookmark&story=${story._id}`);
  await choose('Tag', 'sea (1)');
  await page.getByRole('searchbox').fill('lamp');
  await expect
    .element(address())
    .toHaveTextContent(`/library/annotations?q=lamp&kind=bookmark&tag=sea&story=${story._id}`);
  await expect.poll(() => asked.at(-1)).toBe(`q=lamp&kind=bookmark&tag=sea&storyId=${story._id}&sort=place`);
});

test('an address opens its view, without what is invalid', async () => {
  const asked: string[] = [];
  mockEach('GET /annotations', (query) => {
    asked.push(query.toString());
    return listOf([]);
  });
  await open('/library/annotations?color=green&kind=essay&story=1&q=boat');
  await expect.element(page.getByText('No annotations found')).toBeVisible();
  expect(asked).toEqual(['q=boat&color=green&page=1']);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.element(page.getByText('No annotations yet')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Your Annotations' })).toHaveFocus();
  await expect.element(address()).toHaveTextContent('/library/annotations');
});

test('a list that cannot be fetched says so, and further pages are shown on request', async () => {
  mockFailure('GET /annotations', 'NOT_FOUND', 'Not here.');
  await open();
  await expect.element(page.getByText('Not here.')).toBeVisible();
  mockEach('GET /annotations', (query) =>
    query.get('page') === '1' ? listOf([highlight], 2) : listOf([bookmark], 2),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Showing 1 of 2 annotations.')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.element(page.getByRole('link', { name: 'boat' })).toBeVisible();
});

test('the annotations of a story are exported', async () => {
  mockCall('GET /annotations', listOf([highlight]));
  const asked: string[] = [];
  const fetched = window.fetch;
  window.fetch = async (target, options) => {
    const url = String(target);
    if (!url.includes('/annotations/export')) return fetched(target, options);
    asked.push(url.slice(url.indexOf('?')));
    return new Response('# Half a Lamp', { headers: { 'content-type': 'text/markdown' } });
  };
  await open(`/library/annotations?story=${story._id}`);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Export this story’s annotations as Markdown' }).click();
  await expect.element(page.getByText('Saved as inkling-annotations.md.')).toBeVisible();
  expect(asked).toEqual([`?format=markdown&storyId=${story._id}`]);
});
