import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useMe } from '../../lib/session.ts';
import { fakeLive } from '../../testing/chat.tsx';
import { asMember } from '../../testing/comment-pages.ts';
import { me } from '../../testing/fixtures.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { takeEarned } from './earned.ts';
import { CollectEarned, EarnedLine } from './earned-line.tsx';

resetBetweenTests();

const earned = { text: '+2 ink for finishing a chapter', link: '/rewards' };

function Page({ listen }: { listen: ReturnType<typeof fakeLive>['listen'] }) {
  return (
    useMe() && (
      <>
        <CollectEarned listen={listen} />
        <EarnedLine chapterId="one" />
      </>
    )
  );
}

function signedIn(hidesRewards = false) {
  asMember({ readingPreferences: { ...me.readingPreferences, hidesRewards } });
  return fakeLive();
}

test('what is earned while reading stands at the end of the chapter, and is told once', async () => {
  const live = signedIn();
  const shown = await renderPage(<Page listen={live.listen} />);
  const line = page.getByRole('status');
  await expect.element(line).toHaveTextContent('');
  live.receive('reward:earned', earned);
  live.receive('reward:earned', earned);
  await expect.element(line).toHaveTextContent(`${earned.text} (2 times) · See rewards`);
  await expect.element(page.getByRole('link', { name: 'See rewards' })).toHaveAttribute('href', '/rewards');
  await expect.poll(takeEarned).toEqual([]);
  await shown.unmount();
});

test('what comes after the line was seen stands beside it, until the next chapter', async () => {
  const live = signedIn();
  const { unmount } = await renderPage(<Page listen={live.listen} />);
  const line = page.getByRole('status');
  await expect.element(line).toBeInTheDocument();
  live.receive('reward:earned', earned);
  await expect.element(line).toHaveTextContent(`${earned.text} · See rewards`);
  // The observer of the line has noticed it by then.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  live.receive('reward:earned', { text: 'Quest complete: A chapter a day', link: '/rewards' });
  await expect
    .element(line)
    .toHaveTextContent(`${earned.text} · Quest complete: A chapter a day · See rewards`);
  await unmount();
  takeEarned();
});

test('what the reader has not seen is kept for the next screen', async () => {
  const live = signedIn();
  const { unmount } = await renderPage(
    <div style={{ marginTop: '300vh' }}>
      <Page listen={live.listen} />
    </div>,
  );
  await expect.element(page.getByRole('status')).toBeInTheDocument();
  live.receive('reward:earned', earned);
  await expect.element(page.getByRole('status')).toHaveTextContent(`${earned.text} · See rewards`);
  await unmount();
  expect(takeEarned()).toEqual([earned]);
  expect(takeEarned()).toEqual([]);
});

test('nothing is told while rewards are switched off', async () => {
  const live = signedIn(true);
  await renderPage(<Page listen={live.listen} />);
  await expect.element(page.getByRole('status')).toBeInTheDocument();
  live.receive('reward:earned', earned);
  await new Promise(requestAnimationFrame);
  await expect.element(page.getByRole('status')).toHaveTextContent('');
  takeEarned();
});
