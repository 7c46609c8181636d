import { allCalls } from '@inkling/contract/all';
import { type Call, isFileResponse } from '@inkling/contract/call';
import type { Failure } from '@inkling/contract/errors';
import type { InjectOptions } from 'fastify';
import { DomUtils, parseDocument } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fixtures } from '../testing/examples.ts';
import { allPayloads, findMarkup, marker, markupPayloads } from '../testing/find-markup.ts';
import { type ListeningPages, listeningPages } from '../testing/listening-pages.ts';

import { requestOfKey } from '../testing/request-of.ts';
import { textOf } from '../testing/stories-for-tests.ts';
import { testApp } from '../testing/test-app.ts';
import { type Actors, actorsOf, createFixtures, exampleOf, examples, inputIn, paramsIn } from './fixtures.ts';
import { type TextField, textFieldsOf } from './hostile-values.ts';

/** No user text is parsed as markup in any call or page (docs/product/contract.md#text). */
const site = testApp({ PLANS: 'on' });
let pages: ListeningPages;
let actors: Actors;
let fixtures: Fixtures;
beforeAll(async () => {
  pages = await listeningPages(site);
  actors = await actorsOf(site);
  fixtures = await createFixtures(site, actors.owner);
});
afterAll(() => pages?.close());

/** Sends a request over a socket; checks the content type and that browsers may not guess another. */
async function send({ method = 'GET', url, headers, payload }: InjectOptions) {
  const isSerialized = typeof payload === 'string' || Buffer.isBuffer(payload);
  const response = await fetch(`${pages.url}${String(url)}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(payload !== undefined && !isSerialized && { 'content-type': 'application/json' }),
      ...(headers as Record<string, string>),
    },
    ...(payload !== undefined && {
      body: isSerialized ? new Uint8Array(Buffer.from(payload)) : JSON.stringify(payload),
    }),
  });
  const body = await response.text();
  const { status: statusCode } = response;
  const result = {
    statusCode,
    headers: Object.fromEntries(response.headers),
    body,
    json: () => JSON.parse(body),
  };
  const context = `${method} ${String(url).slice(0, 200)}`;
  expect(result.headers['x-content-type-options'], context).toBe('nosniff');
  const type = result.headers['content-type'] ?? '';
  if (body.length > 0) expect(type, context).not.toBe('');
  if (type.startsWith('text/html')) expect(findMarkup(body), context).toEqual([]);
  else if (type.startsWith('application/json')) expect(result.json, context).not.toThrow();
  return result;
}

const calls = allCalls.map(({ call }) => call);
/** Their texts are hashed or refused, and never shown. */
const takesCredentials = ({ path, errors }: Call) =>
  path.startsWith('/auth/') || errors?.includes('WRONG_PASSWORD') === true;
const writes = calls.filter((call) => textFieldsOf(call).length > 0 && !takesCredentials(call));
const filler = textOf(210);

/** Three at a time, which a title has room for: each takes effect wherever it stands in a text that is parsed as markup. */
const groups = Array.from({ length: Math.ceil(allPayloads.length / 3) }, (_, group) => ({
  payloads: allPayloads.slice(3 * group, 3 * group + 3),
}));

/** Payloads in a form that a field accepts: as part of a URL, with enough words for a chapter, or one of them in a name. */
const valueFor = (payloads: readonly string[], call: Call, { maxLength, isAddress }: TextField) => {
  // Names must be unique, so each call uses another one.
  const number = writes.indexOf(call);
  const all = `${payloads.join(' ')} ${number}`;
  if (isAddress) return `https://covers.example/?${all}`;
  if (maxLength > 100_000) return `${all}\n${filler}`;
  return all.length <= maxLength ? all : `${payloads[number % payloads.length]} ${number}`;
};

const refused = new Set<string>();
const accepted = new Set<string>();

/** Sends payloads in all text fields of a call, then again without the refused ones. */
async function plant(call: Call, payloads: readonly string[]): Promise<void> {
  const person = call.access === 'admin' || call.access === 'moderator' ? actors.admin : actors.owner;
  const { body: base, ...input } = inputIn(fixtures, call);
  const planted = Object.fromEntries(
    textFieldsOf(call).map((field) => [field.name, valueFor(payloads, call, field)]),
  );
  await exampleOf(call).prepare?.(site, fixtures, person);
  for (let remaining = Object.keys(planted).length; remaining >= 0; remaining -= 1) {
    const body = { ...base, ...planted };
    const response = await send(requestOfKey(call.key, { ...input, body }, person.token));
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    if (response.statusCode < 400) {
      for (const name of Object.keys(planted)) accepted.add(`${call.key} ${name}`);
      return;
    }
    const failure: Failure = response.json();
    const wrong = failure.errors?.map(({ path }) => path).filter((path) => path in planted) ?? [];
    if (wrong.length === 0) {
      // For example an existing genre or a missing image: nothing was stored.
      expect([404, 409], `${call.key}: ${failure.message}`).toContain(response.statusCode);
      return;
    }
    for (const name of wrong) {
      refused.add(`${call.key} ${name}`);
      delete planted[name];
    }
    // Nothing that is hostile is left to send.
    if (Object.keys(planted).length === 0) return;
  }
}

describe('user text', () => {
  test('is detected by this test if it is parsed as markup', () => {
    for (const payload of markupPayloads) {
      const unescaped = `<title>${payload}</title><p>${payload}</p><p title="${payload}" lang='${payload}'></p>
        <textarea>${payload}</textarea><script type="application/ld+json">{"a":"${payload}"}</script><style>${payload}</style>`;
      expect(findMarkup(unescaped), payload).not.toEqual([]);
    }
    expect(findMarkup('<a href=" javascript:alert(1)">a</a>')).toHaveLength(1);
    expect(findMarkup('<title>a &lt;script zqxm&gt;</title><p title="&quot; zqxm">b</p>')).toEqual([]);
  });

  test.each(groups)('stays text in every page: $payloads [R22] [R62]', async ({ payloads }) => {
    for (const call of writes) await plant(call, payloads);
    const bodies = new Map<string, string>();
    for (const url of ['/', `/story/${fixtures.story}`, `/profile/${fixtures.owner.username}`]) {
      const page = await send({ url });
      expect(page.statusCode, url).toBe(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.body, url).toContain(payloads.some((one) => one.includes(marker)) ? marker : 'zqxmRan');
      bodies.set(url, page.body);
    }
    // Neither escaped twice nor decoded: the page shows the text as written.
    const story = parseDocument(bodies.get(`/story/${fixtures.story}`) ?? '');
    const written = (
      await site.ctx.db
        .selectFrom('stories')
        .select('title')
        .where('id', '=', fixtures.story)
        .executeTakeFirstOrThrow()
    ).title;
    const ogTitle = DomUtils.findOne(({ attribs }) => attribs.property === 'og:title', story.children);
    const heading = DomUtils.findOne(({ name }) => name === 'h1', story.children);
    expect(ogTitle?.attribs.content).toBe(written);
    expect(heading && DomUtils.textContent(heading)).toBe(written);
  });

  test('was accepted by every free text field of people, stories and chapters', () => {
    const all = writes.flatMap((call) => textFieldsOf(call).map(({ name }) => `${call.key} ${name}`));
    const neverAccepted = all.filter((field) => !accepted.has(field));
    const formatted = [...examples.values()].flatMap(({ call, formattedFields = [] }) =>
      formattedFields.map((name) => `${call.key} ${name}`),
    );
    expect(neverAccepted.sort()).toEqual(formatted.sort());
    // Of 150 text fields.
    expect(formatted.length).toBeLessThan(59);
    expect(accepted.size).toBeGreaterThanOrEqual(17);
    for (const field of refused) expect(all).toContain(field);
  });

  test('is returned with the declared content type, which browsers never render as a page [R62]', async () => {
    for (const call of calls.filter(({ method }) => method === 'GET')) {
      for (const person of [
        null,
        call.access === 'admin' || call.access === 'moderator' ? actors.admin : actors.owner,
      ]) {
        const response = await send(
          requestOfKey(call.key, { params: paramsIn(fixtures, call) }, person?.token ?? null),
        );
        const file = isFileResponse(call.response) && response.statusCode < 400 ? call.response.file : null;
        expect(response.headers['content-type'], call.key).toBe(
          file?.type ?? 'application/json; charset=utf-8',
        );
        if (file !== null) expect(response.headers['content-disposition'], call.key).toMatch(/^attachment/);
      }
    }
  });

  test('in a URL, a header or a refused body is returned as text, if at all', async () => {
    const html = { accept: 'text/html' };
    const paths = [
      ...['/', '/story/', '/profile/', '/reading/', '/collection/', '/files/', '/assets/', '/verify-email/'],
      ...['/api/v1/', '/api/v1/stories/', '/login?redirect=', '/search?q=', '/?'],
    ];
    // Twelve at a time: if any of them took effect, it would be found.
    for (let first = 0; first < allPayloads.length; first += 12) {
      const payload = allPayloads.slice(first, first + 12).join(' ');
      const text = encodeURIComponent(payload);
      for (const path of paths) await send({ url: `${path}${text}`, headers: html });
      await send({ url: '/nowhere', headers: { ...html, 'x-forwarded-host': text, 'user-agent': text } });
      const response = await send({
        method: 'POST',
        url: '/api/v1/stories',
        headers: { ...html, 'content-type': 'application/json' },
        payload,
      });
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });
});
