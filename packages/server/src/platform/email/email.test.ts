import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pino from 'pino';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fakeClock } from '../clock.ts';
import { logSettings } from '../log.ts';
import { outboxMailer } from './configured.ts';
import { type Email, renderEmail } from './email.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-outbox-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const site = { name: 'Inkling', url: 'https://stories.example' };
const content = {
  subject: 'Verify your address',
  salutation: 'Hello Ada,',
  paragraphs: ['Two sentences. And one more.'],
  action: { label: 'Verify', url: 'https://stories.example/verify-email/abc?x=1&y=2' },
  notes: ['It works for a day.'],
};
const email = (more: Partial<Email> = {}): Email => ({
  to: 'ada@example.test',
  subject: 'Hello',
  id: 'job-1',
  ...renderEmail(content, site),
  ...more,
});

/** Writes one email to an empty outbox; returns it as a mail client parses it, with the log output. */
async function sendToOutbox(message: Email) {
  const lines: string[] = [];
  const output = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const outbox = join(folder, message.id);
  const clock = fakeClock(new Date('2026-03-02T10:00:00Z'));
  const log = pino(logSettings({ LOG_LEVEL: 'info' }), output);
  await outboxMailer(outbox, 'Inkling <post@stories.example>', 'stories.example', log, clock).send(message);
  const [name = ''] = await readdir(outbox);
  const raw = await readFile(join(outbox, name));
  const mode = (await stat(join(outbox, name))).mode & 0o777;
  return { name, raw: raw.toString(), mode, log: lines.join(''), read: await PostalMime.parse(raw) };
}

describe('an email', () => {
  test('has the same content as text and as HTML', () => {
    const { text, html } = renderEmail(content, site);
    for (const part of ['Hello Ada,', 'Two sentences. And one more.', 'It works for a day.', site.url]) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(text).toContain(content.action.url);
    expect(html).toContain('href="https://stories.example/verify-email/abc?x=1&amp;y=2"');
  });

  test('escapes every value in the HTML [R22] [P21]', () => {
    const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>&lt;`;
    const { html } = renderEmail(
      { subject: hostile, salutation: hostile, paragraphs: [hostile], notes: [hostile] },
      { name: hostile, url: hostile },
    );
    expect(html).not.toMatch(/<script|<img|&lt;`/);
    expect(html).not.toContain(`"'>`);
    expect(html.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(5);
  });
});

describe('the outbox', () => {
  test('stores each email as a file that mail clients open and only the operator can read', async () => {
    const { name, mode, read, log } = await sendToOutbox(email({ link: content.action.url }));
    expect(name).toBe('2026-03-02T10-00-00-000Z-job-1.eml');
    expect(mode).toBe(0o600);
    expect(read).toMatchObject({
      subject: 'Hello',
      from: { name: 'Inkling', address: 'post@stories.example' },
      to: [{ address: 'ada@example.test' }],
      messageId: '<job-1@stories.example>',
    });
    expect(read.html).toContain('<h1');
    expect(read.text).toContain(content.action.url);
    expect(log).toContain(content.action.url);
  });

  test.each([
    ['a line break', 'Hi\r\nBcc: eve@example.test\r\n\r\nBody'],
    ['a bare line feed', 'Hi\nBcc: eve@example.test'],
    ['a bare carriage return', 'Hi\rBcc: eve@example.test'],
    ['a line separator', 'Hi\u2028Bcc: eve@example.test'],
    ['a NUL', 'Hi\u0000\r\nBcc: eve@example.test'],
  ])('%s in a subject or an address cannot add a header [P21]', async (_what, value) => {
    const id = `job-${Buffer.from(value).toString('hex').slice(4, 16)}`;
    const { read, raw } = await sendToOutbox(
      email({ id, subject: value, to: `ada@example.test${value.slice(2)}` }),
    );
    expect(read.bcc).toBeUndefined();
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
    expect(read.headers.filter(({ key }) => key === 'subject')).toHaveLength(1);
    expect(read.text).toContain('Two sentences.');
    const to = JSON.stringify(read.to);
    expect(to).not.toContain('"address":"eve@example.test"');
  });
});
