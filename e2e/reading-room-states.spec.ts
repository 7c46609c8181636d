import { actionsOn, checkInReadingThemes as check } from './support/states.ts';
import { createStory, delayRequests, expect, joinViaApi, signUpViaApi, test } from './support/test.ts';

test('chat, settings, reading aloud, pages and the end of a story are accessible in each state [P24]', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const [ana, bo] = [await joinViaApi(page, site, 'ana'), await joinViaApi(page, site, 'bo')];
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 2 });
  const [first = '', last = ''] = chapters;
  const { call, become } = actionsOn(page, site);
  const settings = (changes: object) =>
    page.evaluate((value) => {
      localStorage.setItem('reading-settings', value);
      // As of a device that nobody has signed in on, whose settings become the reader's.
      localStorage.removeItem('reading-setting-changes');
    }, JSON.stringify(changes));
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const open = async (chapter: string) => {
    await page.goto(`/reading/${story}/${chapter}`);
    await expect(page.locator('[data-paragraph]').first()).toBeVisible();
    await page.mouse.move(300, 300);
  };
  const openChat = async (chapter: string) => {
    await open(chapter);
    await press('Live Chat');
  };
  const input = page.getByRole('textbox', { name: 'Write a message' });

  await test.step('chat', async () => {
    await openChat(first);
    await expect(page.getByText('No messages yet. Start the conversation!')).toBeVisible();
    await check(page, 'an empty chat');
    await call(ana, 'POST', `/chapters/${first}/progress`, { progress: 50 });
    const place = { storyId: story, chapterId: first };
    for (const message of ['Who lit the lamp?', 'It burned all night. '.repeat(40)])
      await call(ana, 'POST', '/messages', { ...place, message });
    await call(bo, 'POST', '/messages', { ...place, message: 'So did I.' });
    await expect(page.getByText('So did I.')).toBeVisible();
    await page.getByRole('button', { name: /^Actions for the message by bo/ }).click();
    await press('1 day');
    await press('Chat settings');
    await expect(page.getByRole('button', { name: /^Unmute bo/ })).toBeVisible();
    await page
      .getByRole('button', { name: /^Actions for the message by ana/ })
      .first()
      .click();
    await page.getByText(/reading now$/).click();
    await expect(page.getByRole('button', { name: 'Show all' })).toHaveCount(1);
    await check(page, 'messages with actions, a long one, settings with muted people, and who is reading');
    await press('Close the chat');
    await expect(input).toBeDisabled();
    await check(page, 'a closed chat');
    await press('Open the chat');
    await expect(input).toBeEnabled();
    await press('Remove message');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await check(page, 'the confirmation of a removal');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(page.getByText('Message removed')).toBeVisible();
    // Its end would be checked half transparent.
    await expect(page.getByText(/is muted in the chats of your stories/)).toHaveCount(0);
    await check(page, 'a removed message');
    await page.getByRole('tab', { name: 'Whole story' }).click();
    await expect(page.getByText('No messages yet. Start the conversation!')).toBeVisible();
    await check(page, 'the chat of the story');

    await become(bo);
    await openChat(first);
    await expect(page.getByText(/^The author of this story has muted you until/)).toBeVisible();
    await check(page, 'for someone who is muted');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('dialog', { name: 'Live Chat' })).toBeVisible();
    await check(page, 'the chat on a phone');
    await page.setViewportSize({ width: 1280, height: 720 });

    await become(ana);
    // Until the server knows that the chapter was opened, its chat stays folded.
    const saveProgress = await delayRequests(page, '**/progress');
    await openChat(last);
    await expect(page.getByRole('button', { name: 'Show anyway' })).toBeVisible();
    await check(page, 'a chat that asks first');
    saveProgress();
  });

  await test.step('chat without the server', async () => {
    await page.routeWebSocket('**', (socket) => void socket.close());
    await openChat(first);
    await expect(page.getByText('So did I.')).toBeVisible();
    await expect(page.getByText(/^No live connection\./)).toBeVisible();
    await page.route('**/api/v1/messages*', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '3' },
        json: { success: false, code: 'TOO_MANY_REQUESTS', message: 'Please wait 3 seconds.' },
      }),
    );
    await input.fill('x'.repeat(1900));
    await press('Send');
    await expect(page.getByText('Please wait 3 seconds.')).toBeVisible();
    await input.fill('x'.repeat(1900));
    await check(page, 'a message that was refused, without a live connection');
    await press('Discard');
    await page.unroute('**/api/v1/messages*');
  });

  await test.step('settings and reading aloud', async () => {
    await settings({ rain: true });
    await open(first);
    await press('Reading settings');
    await expect(page.getByRole('switch', { name: 'Rain sound' })).toBeVisible();
    await check(page, 'the settings');
    await page.setViewportSize({ width: 390, height: 844 });
    await check(page, 'the settings on a phone');
    await page.setViewportSize({ width: 1280, height: 720 });
    await press('Read aloud');
    await expect(page.getByText(/This browser has no voices/)).toBeVisible();
    await check(page, 'reading aloud without voices');
    await press('Stop reading aloud');
    await page.evaluate(() => {
      const voice = { lang: 'en-GB', name: 'Daniel', voiceURI: 'Daniel', default: true, localService: true };
      speechSynthesis.getVoices = () => [voice as SpeechSynthesisVoice];
      window.SpeechSynthesisUtterance = class {} as unknown as typeof SpeechSynthesisUtterance;
      speechSynthesis.speak = () => undefined;
    });
    await press('Reading settings');
    await press('Read aloud');
    await expect(page.getByRole('combobox', { name: 'Voice' })).toBeVisible();
    await expect(page.locator('[data-spoken]')).toHaveCount(1);
    await check(page, 'reading aloud');
  });

  await test.step('the end of a story', async () => {
    await settings({});
    await open(last);
    await page.getByRole('heading', { name: 'You’re caught up' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('radio', { name: '5 stars' })).toBeVisible();
    await check(page, 'the end of a story');
    await page.setViewportSize({ width: 390, height: 844 });
    await check(page, 'the end of a story on a phone');
  });

  await test.step('pages', async () => {
    await settings({ layout: 'paged' });
    await open(first);
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(/\d \/ \d/);
    await check(page, 'pages on a phone');
    const showBars = () => page.mouse.move(300, 5);
    await showBars();
    await check(page, 'pages on a phone, with the bars over them');
    await press('Next page');
    await press('Reading settings');
    await page.setViewportSize({ width: 1280, height: 720 });
    await check(page, 'pages, with the settings');
    await press('Reading settings');
    await showBars();

    // A notice covers neither the buttons of the pages nor the chat.
    await page.route('**/progress', (route) => route.abort());
    await press('Next page');
    await expect(page.getByText(/^We can’t reach the server\./)).toBeVisible();
    await check(page, 'pages without a connection');
    await showBars();
    await page.getByRole('button', { name: 'Previous page' }).click();
    const chat = await page.getByRole('button', { name: 'Live Chat', exact: true }).boundingBox();
    const notice = await page.getByText(/^We can’t reach the server\./).boundingBox();
    if (chat === null || notice === null) throw new Error('They are not shown.');
    const isBeside = chat.x >= notice.x + notice.width || chat.x + chat.width <= notice.x;
    const isAboveOrBelow = chat.y >= notice.y + notice.height || chat.y + chat.height <= notice.y;
    expect(isBeside || isAboveOrBelow).toBe(true);
    await page.unroute('**/progress');
  });
});
