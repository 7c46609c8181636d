import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allCalls } from '@inkling/contract/all';
import { codesOf } from '@inkling/contract/call-errors';
import { describe, expect, test } from 'vitest';
import { operationId } from '../platform/api-docs/openapi.ts';
import { boundCallsOf } from '../platform/http/bind.ts';
import { testApp } from '../testing/test-app.ts';
import { exampleOf, examples } from './fixtures.ts';

const root = join(import.meta.dirname, '../../../..');
const listed = readFileSync(join(root, 'packages/contract/specified-calls.tsv'), 'utf8')
  .split('\n')
  .slice(1)
  .filter((line) => line !== '')
  .map((line) => {
    const [method = '', path = '', access = ''] = line.split('\t');
    return { key: `${method} ${path}`, access };
  });
const inContract = new Map(allCalls.map(({ call }) => [call.key as string, call]));
const site = testApp();

describe('the list of calls', () => {
  test('is built', () => {
    expect(listed.length).toBeGreaterThan(150);
    expect(listed.filter(({ key }) => !inContract.has(key))).toEqual([]);
  });

  test('names the access level that the contract enforces [R12]', () => {
    for (const { key, access } of listed) {
      const call = inContract.get(key);
      if (call) expect(call.access, key).toBe(access);
    }
  });
});

describe('every call of the contract', () => {
  test('is bound once', () => {
    const bound = boundCallsOf(site.app.http).map(({ key }) => key);
    expect(bound.toSorted()).toEqual([...inContract.keys()].toSorted());
  });

  test('has an example, and no example is of another call', () => {
    for (const { call } of allCalls) exampleOf(call);
    expect([...examples.keys()].toSorted()).toEqual([...inContract.keys()].toSorted());
  });

  test('has a test that names it', () => {
    const tests = readdirSync(join(root, 'packages/server/src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.startsWith('contract-checks'))
      .map((name) => readFileSync(join(root, 'packages/server/src', name), 'utf8'))
      .join('\n');
    expect(tests.length).toBeGreaterThan(10_000);
    const contract = readdirSync(join(root, 'packages/contract/src'), { encoding: 'utf8' })
      .map((name) => readFileSync(join(root, 'packages/contract/src', name), 'utf8'))
      .join('\n');
    for (const key of inContract.keys()) {
      const name = new RegExp(`export const (\\w+) = defineCall\\('${key.replace(/[{}/]/g, '\\$&')}'`).exec(
        contract,
      )?.[1];
      expect(name, key).toBeDefined();
      expect(new RegExp(`\\b${name}\\b`).test(tests), `${key} (${name}) has no test`).toBe(true);
    }
  });

  test('is in the OpenAPI document', async () => {
    const { http } = site.app;
    const document = (await http.inject('/api/v1/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    for (const { call } of allCalls) {
      expect(document.paths[`/api/v1${call.path}`]?.[call.method.toLowerCase()], call.key).toBeDefined();
    }
    const page = (await http.inject('/api/v1/docs')).body;
    for (const { call } of allCalls) expect(page).toContain(`id="${operationId(call)}"`);
  });

  test('that returns a file is documented so', async () => {
    const { paths, components } = (await site.app.http.inject('/api/v1/openapi.json')).json();
    const { responses } = paths['/api/v1/users/me/export'].get;
    // An admin's export of a person is the same.
    const file = components.responses[responses['200'].$ref.split('/').at(-1)];
    expect(file.content).toEqual({
      'application/zip': { schema: { type: 'string', format: 'binary' } },
    });
    expect(responses['401'].$ref).toBe('#/components/responses/SIGN_IN_REQUIRED');
  });

  test('refers to entities by name, lists its codes, and is marked if the specification does not have it', async () => {
    const { body } = await site.app.http.inject('/api/v1/openapi.json');
    // An entity that is repeated instead of named soon costs more.
    expect(body.length / allCalls.length).toBeLessThan(1_490);
    const { paths, components } = JSON.parse(body);
    const getStory = paths['/api/v1/stories/{id}'].get;
    const response = components.responses[getStory.responses['200'].$ref.split('/').at(-1)];
    expect(response.content['application/json'].schema.properties.data).toEqual({
      $ref: '#/components/schemas/Story',
    });
    const references = [...body.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w.]+)"/g)];
    expect(references.length).toBeGreaterThan(1000);
    for (const [text, kind = '', name = ''] of references)
      expect(components[kind]?.[name], text).toBeDefined();
    const known = new Set(listed.map(({ key }) => key));
    for (const { call } of allCalls) {
      const { responses, 'x-extension': isMarked = false } =
        paths[`/api/v1${call.path}`][call.method.toLowerCase()];
      expect(isMarked, call.key).toBe(!known.has(call.key));
      const documented = Object.entries<{ $ref?: string }>(responses).flatMap(([status, { $ref }]) =>
        status < '400' ? [] : ($ref?.split('/').at(-1)?.split('.') ?? []),
      );
      expect(documented.toSorted(), call.key).toEqual(codesOf(call).toSorted());
    }
  });

  test('has its text lengths documented', async () => {
    const { paths } = (await site.app.http.inject('/api/v1/openapi.json')).json();
    const fieldsOf = (path: string, method: string, type = 'application/json') =>
      paths[`/api/v1${path}`][method].requestBody.content[type].schema.properties;
    expect(fieldsOf('/stories', 'post')).toMatchObject({
      title: { type: 'string', minLength: 1, maxLength: 200 },
      description: { type: 'string', minLength: 1, maxLength: 5000 },
    });
    expect(fieldsOf('/auth/register', 'post')).toMatchObject({
      username: { minLength: 3, maxLength: 30 },
      email: { format: 'email' },
      password: { minLength: 8, maxLength: 128 },
    });
    expect(fieldsOf('/upload/book-cover', 'post', 'multipart/form-data')).toMatchObject({
      storyId: { format: 'uuid' },
      file: { format: 'binary' },
    });
  });
});
