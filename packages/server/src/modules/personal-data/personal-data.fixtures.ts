import * as calls from '@inkling/contract/personal-data';
import { sql } from '../../platform/db/db.ts';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';
import { testPassword } from '../../testing/test-password.ts';
import { setAdmin } from '../users/index.ts';

export const fixtures: CapabilityFixtures = {
  examples: [
    example(calls.exportMyData, () => ({})),
    example(calls.deleteMe, () => ({ body: { password: testPassword } }), {
      endsSession: true,
      // The last admin cannot.
      prepare: async (site, _fixtures, { id }) => {
        const { db } = site.ctx;
        const { rows } = await sql`select from users where id = ${id} and is_admin`.execute(db);
        if (rows.length > 0) await setAdmin(db, (await site.person()).id, true);
      },
    }),
  ],
};
