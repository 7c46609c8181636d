import { allCalls } from '@inkling/contract/all';
import { errorStatus } from '@inkling/contract/errors';
import { describe, expect, test } from 'vitest';
import { strictHeaders } from '../../testing/response-scan.ts';
import { testApp } from '../../testing/test-app.ts';
import { readConfig } from '../config.ts';
import { fieldHtml, typeHtml } from './api-docs-schema.ts';
import type { JsonSchema } from './openapi.ts';

const site = testApp();
const production = testApp({ API_DOCS: 'off' });
const get = (url: string) => site.app.http.inject(url);

describe('the API documentation page', () => {
  test('has every call with its method, path, access and summary, and every error code', async () => {
    const { statusCode, headers, body } = await get('/api/v1/docs');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const described = [...body.matchAll(/<details class="call">.*?<\/summary>/gs)].map(([summary]) =>
      summary
        .replaceAll('<wbr>', '')
        .replace(/<[^>]+>/g, ' ')
        .replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(code))
        .replace(/\s+/g, ' ')
        .trim(),
    );
    expect(described).toHaveLength(allCalls.length);
    expect(described.toSorted()).toEqual(
      allCalls.map(({ call }) => `${call.key} ${call.access} ${call.summary}`).toSorted(),
    );
    for (const code of Object.keys(errorStatus)) expect(body).toContain(`<code>${code}</code>`);
  });

  test('links only to anchors on the page', async () => {
    const { body } = await get('/api/v1/docs');
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('has no scripts, loads nothing, and is sandboxed from the origin with the tokens [P23]', async () => {
    const { body, headers } = await get('/api/v1/docs');
    expect(body).not.toMatch(/<script|<img|<link|<iframe|<form| style=| on\w+=|url\(|@import/i);
    expect(headers).toMatchObject({ ...strictHeaders, 'content-security-policy': expect.any(String) });
    expect(headers['content-security-policy']).toMatch(
      /^sandbox; default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
  });

  test('has one URL', async () => {
    const slash = await get('/api/v1/docs/');
    expect([slash.statusCode, slash.headers.location]).toEqual([302, '/api/v1/docs']);
    for (const url of ['/api/v1/docs/static/index.html', '/api/v1/docs/..%2f', '/api/v1/openapi.json/']) {
      const { statusCode, headers } = await get(url);
      expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
    }
  });

  test('describes schemas with escaped text', () => {
    expect(typeHtml({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('text or null');
    expect(typeHtml({ type: 'array', items: { type: 'string', format: 'uuid' } })).toBe('list of id');
    const title = fieldHtml('<b>', { type: 'string', minLength: 1, maxLength: 20, default: '"&' }, null);
    expect(title).toBe(
      '<li><code>&#60;b&#62;</code> <span class="type">text</span> <span class="note">1 to 20 characters</span> <span class="note">default &#34;\\&#34;&#38;&#34;</span></li>',
    );
    const nested: JsonSchema = {
      type: 'array',
      items: { type: 'object', properties: { a: { type: 'integer' } } },
    };
    expect(fieldHtml('list', nested, null)).toContain(
      '<ul class="fields"><li><code>a</code> <span class="type">integer</span> <span class="mark">optional</span></li></ul>',
    );
  });
});

test('with API_DOCS off, the page and the OpenAPI document are 404', async () => {
  for (const url of ['/api/v1/docs', '/api/v1/docs/', '/api/v1/openapi.json']) {
    const response = await production.app.http.inject(url);
    expect([response.statusCode, response.json().code]).toEqual([404, 'NOT_FOUND']);
    expect(response.headers).toMatchObject(strictHeaders);
  }
});

test('API_DOCS is off by default in production, and on otherwise [R60]', () => {
  expect(readConfig({}).API_DOCS).toBe(true);
  expect(readConfig({ NODE_ENV: 'production' }).API_DOCS).toBe(false);
  expect(readConfig({ NODE_ENV: 'production', API_DOCS: 'on' }).API_DOCS).toBe(true);
  expect(readConfig({ API_DOCS: 'off' }).API_DOCS).toBe(false);
});
