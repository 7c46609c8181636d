import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { testApp } from '../../testing/test-app.ts';
import { transaction } from '../db/db.ts';
import { emit } from './emit.ts';
import { defineEvent } from './event.ts';
import { defineListener, on } from './listener.ts';
import { personalPart } from './outbox.queries.ts';

const site = testApp();

const changed = defineEvent('test.changed', {
  payload: { thingId: z.uuid(), by: z.uuid(), n: z.int() },
  subject: 'thingId',
  people: ['by'],
});

test('when a failed event is deleted with its person, the later events of its subject are delivered', async () => {
  const [thingId, deletedId, otherId] = [randomUUID(), randomUUID(), randomUUID()];
  const seen: number[] = [];
  const handler = on(changed, async ({ payload: { by, n } }) => {
    if (by === deletedId) throw new Error('never');
    seen.push(n);
  });
  site.ctx.events.listen(defineListener('waiting', [handler]));
  await transaction(site.ctx.db, (tx) =>
    emit(site.ctx, tx, changed, { thingId, by: deletedId, n: 1 }, { thingId, by: otherId, n: 2 }),
  );
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await site.runEvents();
    site.clock.advance(3_600_000);
  }
  expect(seen).toEqual([]);
  const person = { id: deletedId, names: [], ownEmail: null };
  await transaction(site.ctx.db, async (tx) => void (await personalPart.forget?.(site.ctx, tx, person)));
  await site.runEvents();
  expect(seen).toEqual([2]);
});
