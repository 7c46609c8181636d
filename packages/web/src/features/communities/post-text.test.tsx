import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { PostText } from './post-text.tsx';

resetBetweenTests();

test('addresses are links that give no credit, and end before what ends the sentence', async () => {
  await renderPage(
    <PostText
      text="See https://lamps.example/a?b=1, www.oil.example. javascript:alert(1) @ada"
      mentions={['ada']}
    />,
  );
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const outside = link('https://lamps.example/a?b=1');
  await expect.element(outside).toHaveAttribute('href', 'https://lamps.example/a?b=1');
  await expect.element(outside).toHaveAttribute('rel', 'ugc nofollow noopener');
  await expect.element(link('www.oil.example')).toHaveAttribute('href', 'https://www.oil.example');
  await expect.element(link('@ada')).toHaveAttribute('href', '/profile/ada');
  await expect.poll(() => page.getByRole('link').elements().length).toBe(3);
});

test('lines with marks are lists and quotations; other markup is shown as typed', async () => {
  await renderPage(
    <PostText text={'Lamps:\n- oil\n- wax\n1. light it\n> Who lit it?\n<b>no</b>'} mentions={[]} />,
  );
  await expect
    .poll(() =>
      page
        .getByRole('listitem')
        .elements()
        .map((item) => item.textContent),
    )
    .toEqual(['oil', 'wax', 'light it']);
  await expect
    .poll(() =>
      page
        .getByRole('list')
        .elements()
        .map(({ tagName }) => tagName),
    )
    .toEqual(['UL', 'OL']);
  await expect.element(page.getByRole('blockquote')).toMatchTextContent('Who lit it?');
  await expect.element(page.getByText('<b>no</b>')).toBeVisible();
});
