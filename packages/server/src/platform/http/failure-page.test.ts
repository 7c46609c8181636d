import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { AppError } from '../app-error.ts';
import { handleErrors } from './error-handler.ts';

const http = Fastify();
handleErrors(http);
http.all('/fault', () => Promise.reject(new Error('an internal secret')));
http.all('/busy', () => Promise.reject(new AppError('BUSY', 'Too <much> & more', { retryAfterSeconds: 7 })));
http.all('/gone', () => Promise.reject(new AppError('NOT_FOUND', 'Gone')));
const headers = { accept: 'text/html,*/*;q=0.8' };

test('a browser that opens a page gets an error page with the request id and no internals [R30]', async () => {
  const fault = await http.inject({ url: '/fault', headers });
  expect([fault.statusCode, fault.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
  expect(fault.body).toContain('<h1>Something went wrong</h1>');
  expect(fault.body).toMatch(/send us this number: [\w-]+<\/p>/);
  expect(fault.body).toContain('<a href="">Try again</a>');
  expect(fault.body).not.toContain('secret');
  const busy = await http.inject({ url: '/busy', headers });
  expect([busy.statusCode, busy.headers['retry-after']]).toEqual([503, '7']);
  expect(busy.body).toContain('Too &#60;much&#62; &#38; more');
  expect(busy.body).toMatch(/The number of this request is [\w-]+\.<\/p>/);
});

test('form posts, programs and 404s get errors as JSON [R30]', async () => {
  const responses = await Promise.all([
    http.inject({ method: 'POST', url: '/fault', headers }),
    http.inject({ url: '/fault', headers: { accept: '*/*' } }),
    http.inject('/fault'),
    http.inject({ url: '/gone', headers }),
    http.inject({ url: '/api/nothing', headers }),
  ]);
  for (const response of responses) expect(response.json()).toMatchObject({ success: false });
});
