import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { me } from '../../testing/fixtures.ts';
import { mockBadGateway, mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { ContactForm } from './contact-form.tsx';

resetBetweenTests();

const field = (label: string) => page.getByRole('textbox', { name: label });
const send = () => page.getByRole('button', { name: 'Send message' });
const thanks = () => page.getByRole('heading', { name: 'Thank you for your message' });
const operator = { name: null, contactEmail: null, privacyEmail: null };
const openForm = () => renderPage(<ContactForm operator={operator} />);

async function fillMessage(): Promise<void> {
  await field('Name').fill('Nora Quill');
  await field('Email').fill('nora@example.test');
  await field('Subject').fill('A question');
  await field('Message').fill('May I bring a friend?');
}

test('errors are shown at the fields, and the first invalid field is focused', async () => {
  await openForm();
  await field('Name').fill('Nora');
  await field('Email').fill('nora');
  await send().click();
  for (const problem of [
    'Please enter an email address like name@example.com.',
    'Please enter a subject.',
    'Please write a message.',
  ])
    await expect.element(page.getByText(problem, { exact: true }).first()).toBeVisible();
  await expect.element(field('Email')).toHaveFocus();
  await expect.element(field('Email')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Name')).toHaveValue('Nora');
});

test('input survives a failed request and a reload, until it has been sent', async () => {
  mockFailure('POST /site/contact', 'UNAVAILABLE', 'Please try again soon.');
  let rendered = await openForm();
  const reload = async () => {
    await rendered.unmount();
    rendered = await openForm();
  };
  await fillMessage();
  await send().click();
  await expect.element(page.getByRole('alert').getByText(/^Please try again soon\./)).toBeVisible();
  await expect.element(field('Message')).toHaveValue('May I bring a friend?');
  await reload();
  await expect.element(field('Message')).toHaveValue('May I bring a friend?');
  await expect.element(field('Email')).toHaveValue('nora@example.test');
  mockBadGateway('POST /site/contact');
  await send().click();
  await expect
    .element(page.getByRole('alert').getByText(/^Your message couldn’t be sent\. Please try again\./))
    .toBeVisible();
  await expect.element(field('Message')).toHaveValue('May I bring a friend?');
  mockCall('POST /site/contact', { success: true, message: 'Sent.' });
  await send().click();
  await expect.element(thanks()).toBeVisible();
  await reload();
  await expect.element(field('Message')).toHaveValue('');
});

test('repeated submits send a message once, and the button shows progress [P21]', async () => {
  const gate = Promise.withResolvers<void>();
  const { sent } = mockCall('POST /site/contact', { success: true, message: 'Sent.' }, gate.promise);
  await openForm();
  await fillMessage();
  await send().click();
  await expect.element(page.getByRole('button', { name: 'Sending…' })).toBeVisible();
  field('Subject').element().focus();
  await userEvent.keyboard('{Enter}');
  document.querySelector('form')?.requestSubmit();
  gate.resolve();
  await expect.element(thanks()).toHaveFocus();
  expect(sent).toHaveLength(1);
  await page.getByRole('button', { name: 'Write another message' }).click();
  await expect.element(field('Message')).toHaveValue('');
});

test('a signed-in user gets name and email prefilled', async () => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  await openForm();
  await expect.element(field('Name')).toHaveValue(me.displayName);
  await expect.element(field('Email')).toHaveValue(me.email);
});
