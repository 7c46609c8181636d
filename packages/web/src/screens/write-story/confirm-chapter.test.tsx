import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { evenings } from '../../testing/own-story.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { ConfirmChapter } from './chapter-dialogs.tsx';

resetBetweenTests();

test.for([
  [true, 'Readers will see it right away.'],
  [false, 'Readers will see it as soon as the story is published too.'],
] as const)(
  'before a chapter of a story (published: %s) is published, the author reads who will see it',
  async ([isStoryPublished, text]) => {
    signIn();
    const [chapter] = evenings(1);
    if (chapter === undefined) throw new Error('The chapter is missing.');
    await renderPage(
      <ConfirmChapter
        chapter={chapter}
        action="publish"
        isStoryPublished={isStoryPublished}
        close={() => undefined}
      />,
    );
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  },
);
