import { getStorage, textKind } from '@inkling/contract/admin';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { testApp } from '../../testing/test-app.ts';
import { setAdmin } from '../users/index.ts';

const site = testApp();

test('an admin sees what images take up, who has the most of them, and what nothing uses', async () => {
  const [ana, ben] = [await site.person(), await site.person()];
  const { db } = site.ctx;
  await setAdmin(db, ana.id, true);
  const now = site.clock.now();
  await sql`
    insert into uploads (stem, owner_id, kind, widths, bytes, created_at, unused_since) values
      ('aa', ${ben.id}, 'cover', '{300}', 5000, ${now}, null), ('ab', ${ben.id}, 'avatar', '{96}', 700, ${now}, ${now}),
      ('ac', ${ana.id}, 'avatar', '{96}', 900, ${now}, null), ('ad', null, 'cover', '{300}', 40, ${now}, null)`.execute(
    db,
  );
  const { status, body } = await site.as(ana).call(getStorage, {});
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    covers: { files: 2, bytes: 5040 },
    avatars: { files: 2, bytes: 1600 },
    unused: { files: 2, bytes: 740 },
    people: [
      { person: { _id: ben.id }, files: 2, bytes: 5700 },
      { person: { _id: ana.id }, files: 1, bytes: 900 },
    ],
  });
  expect(body.data.tables).toHaveLength(10);
  expect(body.data.texts.map(({ kind }) => kind).toSorted()).toEqual(textKind.options.toSorted());
  for (const { bytes } of body.data.texts) expect(bytes).toBeGreaterThan(0);
  expect(body.data).toMatchObject({ backups: null, lastBackupBytes: null });
  // Images are measured every night; what was deleted since is not listed.
  await sql`delete from uploads`.execute(db);
  const again = (await site.as(ana).call(getStorage, {})).body.data;
  expect([again.covers, again.imagesAt]).toEqual([{ files: 2, bytes: 5040 }, now.toISOString()]);
  expect(body.data.databaseBytes).toBeGreaterThan(body.data.tables[0]?.bytes ?? 0);
  expect((await site.as(ben).call(getStorage, {})).status).toBe(403);
});
