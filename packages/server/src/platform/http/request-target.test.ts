import { expect, test } from 'vitest';
import { isWellFormed } from './server.ts';

const query = (parameters: number) =>
  Array.from({ length: parameters }, (_, index) => `p${index}=1`).join('&');

test.each([
  '/',
  '/story/019f0000-0000-7000-8000-0000000000aa?from=home',
  '/a//b',
  '/.well-known/security.txt',
  '/assets/root-a.b..c.js',
  '/user/%D0%90%D0%BD%D1%8F?next=//evil.example/../x',
  '/search?q=a\\b&r=%2e%2e',
  `/?${query(50)}`,
])('the request target %s is accepted', (target) => {
  expect(isWellFormed(target)).toBe(true);
});

test.each([
  '',
  '*',
  '//',
  '///',
  '//evil.example/x',
  '//[',
  '/\\evil.example',
  '\\\\evil.example',
  '/./x',
  '/..//evil.example',
  '/a/..//evil.example',
  '/a/%2E%2e/b',
  '/a/.',
  'http://evil.example/x',
  'http://localhost:3000/',
  'evil.example:443',
  'story/1',
  '?a=1',
  '/a b',
  '/a\tb',
  '/a\u0000b',
  '/a\u007f',
  `/?${query(51)}`,
])('the request target %j is refused [R26]', (target) => {
  expect(isWellFormed(target)).toBe(false);
});
