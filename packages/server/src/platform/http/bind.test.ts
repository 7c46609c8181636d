import { defineCall } from '@inkling/contract/call';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { authenticate } from '../../modules/account/index.ts';
import { testApp } from '../../testing/test-app.ts';
import { checksOf, type PolicyViewer } from '../policy.ts';
import { bind } from './bind.ts';
import { limitRates } from './rate-limits.ts';
import { createHttpServer } from './server.ts';

const site = testApp();

test('the token of a call is looked up once, with the limits on [R63]', async () => {
  const http = await createHttpServer(site.ctx.config, site.ctx.log);
  const call = defineCall('GET /people', {
    summary: 'People.',
    access: 'public',
    response: z.object({ success: z.literal(true), data: z.array(z.string()) }),
  });
  const authenticate = vi.fn(async () => null);
  const limiter = limitRates(http, site.ctx);
  bind({ http, ctx: site.ctx, authenticate, limiter }, call, async () => ({ data: [] }));
  try {
    await http.inject({ url: '/api/v1/people', headers: { authorization: 'Bearer unknown' } });
    expect(authenticate).toHaveBeenCalledTimes(1);
  } finally {
    await http.close();
  }
});

test('fields that the contract does not name are never sent, however deeply they are nested [R16]', async () => {
  const http = await createHttpServer(site.ctx.config, site.ctx.log);
  const person = z.object({ name: z.string(), friend: z.object({ name: z.string() }).nullable() });
  const call = defineCall('GET /people', {
    summary: 'People.',
    access: 'public',
    response: z.object({ success: z.literal(true), data: z.array(person) }),
  });
  const secret = { passwordHash: '$argon2id$secret', email: 'ana@example.test' };
  const ana = { name: 'Ana', friend: { name: 'Ben', ...secret }, ...secret };
  bind({ http, ctx: site.ctx, authenticate: async () => null, limiter: null }, call, async () => ({
    data: [ana],
    ...secret,
  }));
  try {
    const response = await http.inject('/api/v1/people');
    expect(response.json()).toEqual({ success: true, data: [{ name: 'Ana', friend: { name: 'Ben' } }] });
    expect(response.body).not.toMatch(/argon2id|example\.test/);
  } finally {
    await http.close();
  }
});

test('an owner’s call is answered only once a policy has allowed it, in that call [R12]', async () => {
  const http = await createHttpServer(site.ctx.config, site.ctx.log);
  const call = defineCall('GET /secrets/{id}', {
    summary: 'A secret.',
    access: 'owner',
    response: z.object({ success: z.literal(true), owner: z.string() }),
  });
  const ana = await site.person();
  const isOwner = (viewer: PolicyViewer, { owner }: { owner: string }) => owner === viewer?.id;
  const { requireEditable } = checksOf('Secret', { canRead: isOwner, canEdit: isOwner });
  const rows = [{ owner: ana.id }, { owner: 'another' }];
  const asked = [true, false, true];
  bind({ http, ctx: site.ctx, authenticate, limiter: null }, call, async (_ctx, viewer, { params }) => {
    const row = rows[Number(params.id.at(-1))];
    return asked.shift() ? requireEditable(viewer, row) : { owner: row?.owner ?? '' };
  });
  const statusOf = async (id: number) => {
    const url = `/api/v1/secrets/00000000-0000-4000-8000-00000000000${id}`;
    return (await http.inject({ url, headers: { authorization: `Bearer ${ana.token}` } })).statusCode;
  };
  try {
    expect([await statusOf(0), await statusOf(0), await statusOf(1)]).toEqual([200, 500, 404]);
  } finally {
    await http.close();
  }
});
