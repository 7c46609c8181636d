import { test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import * as q from './dashboard.service.ts';

const site = testApp();
test('x', async () => {
  const a = await site.person();
  await writing(site).published(a);
  console.log(
    await q
      .readAuthorDashboard(site.ctx as never, { id: a.id, timeZone: 'UTC' } as never, {})
      .catch((e) => e),
  );
});
