import { allCalls } from '@inkling/contract/all';
import { type Call, isFileResponse } from '@inkling/contract/call';
import type { Failure } from '@inkling/contract/errors';
import type { InjectOptions } from 'fastify';
import { DomUtils, parseDocument } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestOfKey } from '../platform/http/request-of.ts';
import { findMarkup } from '../testing/find-markup.ts';
import { type ListeningPages, listeningPages } from '../testing/listening-pages.ts';
import { allPayloads, marker, markupPayloads } from '../testing/markup-payloads.ts';
import { textOf } from '../testing/stories-for-tests.ts';
import { testApp } from '../testing/test-app.ts';
import { type Actors, actorsOf, createFixtures, type Fixtures, inputIn, paramsIn } from './fixtures.ts';
import { textFieldsOf } from './text-fields.ts';

/** No text of people is parsed as markup, whatever the call or page that gives it (docs/product.md §1.5). */
const site = testApp();
let pages: ListeningPages;
let actors: Actors;
let world: Fixtures;
beforeAll(async () => {
  pages = await listeningPages(site);
  actors = await actorsOf(site);
  world = await createFixtures(site, actors.owner);
});
afterAll(() => pages?.close());

/** Sends a request over a socket; the response names its type, and browsers are told to believe it. */
async function ask({ method = 'GET', url, headers, payload }: InjectOptions) {
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
  const answer = {
    statusCode,
    headers: Object.fromEntries(response.headers),
    body,
    json: () => JSON.parse(body),
  };
  const said = `${method} ${String(url).slice(0, 200)}`;
  expect(answer.headers['x-content-type-options'], said).toBe('nosniff');
  const type = answer.headers['content-type'] ?? '';
  if (body.length > 0) expect(type, said).not.toBe('');
  if (type.startsWith('text/html')) expect(findMarkup(body), said).toEqual([]);
  else if (type.startsWith('application/json')) expect(answer.json, said).not.toThrow();
  return answer;
}

const calls = allCalls.map(({ call }) => call);
/** What they take is kept as a hash or refused, and shown nowhere. */
const isOfCredentials = ({ key, path }: Call) => path.startsWith('/auth/') || key === 'DELETE /users/me';
const writes = calls.filter((call) => textFieldsOf(call).length > 0 && !isOfCredentials(call));
const filler = textOf(210);

/** A payload as a field takes it: with enough words where a chapter is meant, behind an address's beginning. */
const valueFor = (payload: string, { maxLength, isAddress }: ReturnType<typeof textFieldsOf>[number]) => {
  if (isAddress) return `https://covers.example/?${payload}`;
  return maxLength > 100_000 ? `${payload}\n${filler}` : payload;
};

const refused = new Set<string>();
const taken = new Set<string>();

/** Sends a payload in all text fields of a call, then without those that were refused. */
async function plant(call: Call, payload: string): Promise<void> {
  const who = call.access === 'admin' ? actors.admin : actors.owner;
  const { body: base, ...input } = inputIn(world, call);
  // Names are taken once: each call gives another one.
  const text = `${payload} ${writes.indexOf(call)}`;
  const planted = Object.fromEntries(textFieldsOf(call).map((field) => [field.name, valueFor(text, field)]));
  for (let left = Object.keys(planted).length; left >= 0; left -= 1) {
    const body = { ...base, ...planted };
    const response = await ask(requestOfKey(call.key, { ...input, body }, who.token));
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    if (response.statusCode < 400) {
      for (const name of Object.keys(planted)) taken.add(`${call.key} ${name}`);
      return;
    }
    const failure: Failure = response.json();
    const wrong = failure.errors?.map(({ path }) => path).filter((path) => path in planted) ?? [];
    if (wrong.length === 0) {
      // Such as a genre that is there already, or an image that is not: nothing was kept.
      expect([404, 409], `${call.key}: ${failure.message}`).toContain(response.statusCode);
      return;
    }
    for (const name of wrong) {
      refused.add(`${call.key} ${name}`);
      delete planted[name];
    }
  }
}

describe('text of people', () => {
  test('is found by this test where it is parsed as markup', () => {
    for (const payload of markupPayloads) {
      const unescaped = `<title>${payload}</title><p>${payload}</p><p title="${payload}" lang='${payload}'></p>
        <textarea>${payload}</textarea><script type="application/ld+json">{"a":"${payload}"}</script><style>${payload}</style>`;
      expect(findMarkup(unescaped), payload).not.toEqual([]);
    }
    expect(findMarkup('<a href=" javascript:alert(1)">a</a>')).toHaveLength(1);
    expect(findMarkup('<title>a &lt;script zqxm&gt;</title><p title="&quot; zqxm">b</p>')).toEqual([]);
  });

  test.each(allPayloads)('is text in every page: %s', async (payload) => {
    for (const call of writes) await plant(call, payload);
    const bodies = new Map<string, string>();
    for (const url of ['/', `/story/${world.story}`, `/profile/${world.owner.username}`]) {
      const page = await ask({ url });
      expect(page.statusCode, url).toBe(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.body, url).toContain(payload.includes(marker) ? marker : 'zqxmRan');
      bodies.set(url, page.body);
    }
    // Neither escaped twice nor decoded: what is shown is what was written.
    const story = parseDocument(bodies.get(`/story/${world.story}`) ?? '');
    const written = (
      await site.ctx.db
        .selectFrom('stories')
        .select('title')
        .where('id', '=', world.story)
        .executeTakeFirstOrThrow()
    ).title;
    const named = DomUtils.findOne(({ attribs }) => attribs.property === 'og:title', story.children);
    const heading = DomUtils.findOne(({ name }) => name === 'h1', story.children);
    expect(named?.attribs.content).toBe(written);
    expect(heading && DomUtils.textContent(heading)).toBe(written);
  });

  test('was put into every text field of people, stories and chapters that takes any', () => {
    const all = writes.flatMap((call) => textFieldsOf(call).map(({ name }) => `${call.key} ${name}`));
    const neverTaken = all.filter((field) => !taken.has(field));
    // Each has a form of its own, which no payload has.
    expect(neverTaken.sort()).toEqual([
      'DELETE /upload/delete imageUrl',
      'PATCH /users/profile/me timeZone',
      'PATCH /users/profile/me username',
      'POST /site/contact email',
      'POST /stories language',
      'PUT /stories/{id} language',
    ]);
    expect(taken.size).toBeGreaterThanOrEqual(17);
    for (const field of refused) expect(all).toContain(field);
  });

  test('leaves every call in the type that the call declares, which no browser takes for a page', async () => {
    for (const call of calls.filter(({ method }) => method === 'GET')) {
      for (const who of [null, actors.reader, actors.owner, actors.admin]) {
        const response = await ask(
          requestOfKey(call.key, { params: paramsIn(world, call) }, who?.token ?? null),
        );
        const file = isFileResponse(call.response) && response.statusCode < 400 ? call.response.file : null;
        expect(response.headers['content-type'], call.key).toBe(
          file?.type ?? 'application/json; charset=utf-8',
        );
        if (file !== null) expect(response.headers['content-disposition'], call.key).toMatch(/^attachment/);
      }
    }
  });

  test('in an address, a header or a body that is refused comes back as text, if at all', async () => {
    const html = { accept: 'text/html' };
    const paths = [
      ...['/', '/story/', '/profile/', '/reading/', '/collection/', '/files/', '/assets/', '/verify-email/'],
      ...['/api/v1/', '/api/v1/stories/', '/login?redirect=', '/search?q=', '/?'],
    ];
    // A dozen at a time: the first one that took effect would be found.
    for (let first = 0; first < allPayloads.length; first += 12) {
      const payload = allPayloads.slice(first, first + 12).join(' ');
      const text = encodeURIComponent(payload);
      for (const path of paths) await ask({ url: `${path}${text}`, headers: html });
      await ask({ url: '/nowhere', headers: { ...html, 'x-forwarded-host': text, 'user-agent': text } });
      const response = await ask({
        method: 'POST',
        url: '/api/v1/stories',
        headers: { ...html, 'content-type': 'application/json' },
        payload,
      });
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });
});
