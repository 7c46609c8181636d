import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { asMember, mockComments, shownContents } from '../../testing/comment-pages.ts';
import { commentOf } from '../../testing/comments.ts';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { forgetData, renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { Comments } from './comments.tsx';

resetBetweenTests();

const show = () => renderPage(<Comments subject={{ kind: 'story', id: story._id }} author={story.author} />);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const box = () => page.getByRole('textbox', { name: 'Write a comment' });
const own = { _id: me._id, username: me.username, displayName: me.displayName, avatar: null };
const mine = commentOf(5, { author: own, content: 'The lamp is not a lamp, and everyone knows it by now.' });

test('a comment is posted trimmed, once, with Ctrl+Enter, and appears at the top [U27]', async () => {
  asMember();
  mockComments({ data: [commentOf(1)] });
  await show();
  await expect.element(button('Post comment')).toBeDisabled();
  await box().fill('  \n ');
  await expect.element(button('Post comment')).toBeDisabled();
  await box().fill('  A fine lamp. ');
  const gate = Promise.withResolvers<void>();
  const posted = commentOf(9, { author: own, content: 'A fine lamp.' });
  const { sent } = mockCall('POST /comments', { success: true, data: posted }, gate.promise);
  await userEvent.keyboard('{Control>}{Enter}{Enter}{/Control}');
  await expect.element(button('Posting…')).toHaveAttribute('aria-disabled', 'true');
  gate.resolve();
  await expect.element(box()).toHaveValue('');
  await expect.poll(shownContents).toEqual(['A fine lamp.', 'Comment 1']);
  expect(sent).toEqual([{ _id: expect.any(String), content: 'A fine lamp.', story: story._id }]);
  await expect.element(page.getByText('2 comments', { exact: true })).toBeVisible();
});

test('posting with the keyboard’s focus on the button returns it to the box; a press with the mouse does not', async () => {
  asMember();
  mockComments({});
  mockCall('POST /comments', { success: true, data: commentOf(9, { author: own, content: 'A fine lamp.' }) });
  await show();
  await box().fill('A fine lamp.');
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(box()).toHaveValue('');
  await expect.element(box()).toHaveFocus();
  await box().fill('Another one.');
  await button('Post comment').click();
  await expect.element(box()).toHaveValue('');
  await expect.element(box()).not.toHaveFocus();
});

test('what was typed survives a failure and a reload, and is posted under the same id', async () => {
  asMember();
  mockComments({});
  const first = await show();
  await box().fill('A fine lamp.');
  const failed = mockFailure('POST /comments', 'UNAVAILABLE', 'The server is busy.');
  await button('Post comment').click();
  await expect.element(page.getByRole('alert').getByText('Your text is still here.')).toBeVisible();
  await first.unmount();
  forgetData();
  await show();
  await expect.element(box()).toHaveValue('A fine lamp.');
  const { sent } = mockCall('POST /comments', {
    success: true,
    data: commentOf(9, { author: own, content: 'A fine lamp.' }),
  });
  await button('Post comment').click();
  await expect.poll(shownContents).toEqual(['A fine lamp.']);
  expect(sent).toEqual(failed.sent);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('form:'))).toEqual([]);
});

test('what was typed stays when the session has ended', async () => {
  asMember();
  mockComments({});
  await show();
  await box().fill('A fine lamp.');
  mockFailure('POST /comments', 'SIGN_IN_REQUIRED', 'Please sign in.');
  await button('Post comment').click();
  await expect.element(button('Post comment')).not.toHaveAttribute('aria-busy');
  await expect.element(box()).toHaveValue('A fine lamp.');
  expect(page.getByRole('alert').elements()).toEqual([]);
  signIn();
  mockCall('POST /comments', { success: true, data: commentOf(9, { author: own, content: 'A fine lamp.' }) });
  await button('Post comment').click();
  await expect.poll(shownContents).toEqual(['A fine lamp.']);
});

test('too many comments: the message says how long to wait', async () => {
  asMember();
  mockComments({});
  await show();
  await box().fill('Again.');
  mockFailure('POST /comments', 'TOO_MANY_REQUESTS', 'Please wait 24 seconds before commenting again.');
  await button('Post comment').click();
  await expect
    .element(page.getByRole('alert').getByText('Please wait 24 seconds before commenting again.'))
    .toBeVisible();
});

test('near the limit the characters are counted, and beyond it a comment cannot be posted', async () => {
  asMember();
  mockComments({});
  await show();
  await box().fill('x'.repeat(4500));
  expect(page.getByText(/characters/).elements()).toEqual([]);
  await box().fill('x'.repeat(5001));
  await expect.element(page.getByText('5,001 of 5,000 characters, 1 too many')).toBeVisible();
  await expect.element(button('Post comment')).toBeDisabled();
});

test('one’s own comment is edited in place; Esc cancels; others have no such buttons [U27]', async () => {
  asMember();
  mockComments({ data: [mine, commentOf(1)] });
  await show();
  await expect.element(page.getByText('Comment 1')).toBeVisible();
  expect(button('Edit').elements()).toHaveLength(1);
  expect(button('Delete').elements()).toHaveLength(1);
  await button('Edit').click();
  const edit = page.getByRole('textbox', { name: 'Edit your comment' });
  await expect.element(edit).toHaveFocus();
  await edit.fill('No.');
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Edit')).toHaveFocus();
  expect(shownContents()).toEqual([mine.content, 'Comment 1']);
  await button('Edit').click();
  await expect.element(edit).toHaveValue(mine.content);
  await edit.fill(' It is a lighthouse. ');
  const { sent } = mockCall('PUT /comments/{id}', {
    success: true,
    data: { ...mine, content: 'It is a lighthouse.', isEdited: true },
  });
  await button('Save').click();
  await expect.element(page.getByText('It is a lighthouse.')).toBeVisible();
  await expect.element(page.getByText(/\(edited\)/)).toBeVisible();
  expect(sent).toEqual([{ content: 'It is a lighthouse.' }]);
});

test('deleting asks with the first words [U27]', async () => {
  asMember();
  mockComments({ data: [mine, commentOf(1)] });
  await show();
  await button('Delete').click();
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this comment?' });
  await expect
    .element(dialog.getByText('“The lamp is not a lamp, and everyone knows it by now.”'))
    .toBeVisible();
  mockCall('DELETE /comments/{id}', { success: true, message: '' });
  mockComments({ data: [commentOf(1)] });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(shownContents).toEqual(['Comment 1']);
  await expect.element(page.getByRole('list', { name: 'Comments', exact: true })).toHaveFocus();
});

test('a cancelled reply keeps what was typed', async () => {
  asMember();
  mockComments({ data: [commentOf(1)] });
  await show();
  await button('Reply').click();
  await userEvent.keyboard('Not yet{Escape}');
  await expect.element(button('Reply')).toHaveFocus();
  expect(page.getByRole('textbox', { name: 'Write a reply' }).elements()).toEqual([]);
  await button('Reply').click();
  await expect.element(page.getByRole('textbox', { name: 'Write a reply' })).toHaveValue('Not yet');
});

test('an edit that is saved late leaves the focus in the reply that was begun since', async () => {
  asMember();
  mockComments({ data: [mine, commentOf(1)] });
  await show();
  await button('Edit').click();
  await page.getByRole('textbox', { name: 'Edit your comment' }).fill('It is a lighthouse.');
  const saving = Promise.withResolvers<void>();
  const data = { ...mine, content: 'It is a lighthouse.', isEdited: true };
  mockCall('PUT /comments/{id}', { success: true, data }, saving.promise);
  await button('Save').click();
  await button('Reply').click();
  const reply = page.getByRole('textbox', { name: 'Write a reply' });
  await expect.element(reply).toHaveFocus();
  saving.resolve();
  await expect.element(button('Edit')).toBeVisible();
  await userEvent.keyboard('So I thought.');
  await expect.element(reply).toHaveValue('So I thought.');
});

test('Reply leads to the box that is open already, also after an edit', async () => {
  asMember();
  mockComments({ data: [mine] });
  await show();
  await button('Reply').click();
  const reply = page.getByRole('textbox', { name: 'Write a reply' });
  await expect.element(reply).toHaveFocus();
  await button('Edit').click();
  await userEvent.keyboard('{Escape}');
  await button('Reply').click();
  await expect.element(reply).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Reply')).toHaveFocus();
});

test('after @ the names of those who take part, the author, then people one follows are suggested; keys choose', async () => {
  asMember();
  const ada = { _id: idOf(91), username: 'ada_l', displayName: 'Ada Lovelace', avatar: null };
  const lotte = { _id: idOf(92), username: 'lotte', displayName: '', avatar: null };
  mockComments({ data: [commentOf(1, { author: ada })] });
  const person = { ...lotte, bio: '', followersCount: 1, isFollowing: true };
  const pagination = { page: 1, limit: 20, total: 1, totalPages: 1, hasMore: false };
  mockCall('GET /users/{username}/following', { success: true, data: [person], pagination });
  await show();
  await box().click();
  await userEvent.keyboard('Yes, @lo');
  const options = page.getByRole('option');
  await expect
    .poll(() => options.elements().map(({ textContent }) => textContent))
    .toEqual(['ALAda Lovelace @ada_l', 'Llotte']);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(box()).toHaveValue('Yes, @lotte ');
  await expect.element(box()).toHaveFocus();
  await userEvent.keyboard('@a');
  await options.first().click();
  await expect.element(box()).toHaveValue('Yes, @lotte @ada_l ');
  await userEvent.keyboard('@l{Escape}{Enter}.');
  await expect.element(box()).toHaveValue('Yes, @lotte @ada_l @l\n.');
  await userEvent.keyboard(' @gra');
  await expect
    .poll(() => options.elements().map(({ textContent }) => textContent))
    .toEqual([expect.stringContaining('Grace')]);
});
