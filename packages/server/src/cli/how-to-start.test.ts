import { expect, test } from 'vitest';
import { howToStart } from './how-to-start.ts';

test('the service may read folders of people if the data is there', async () => {
  expect(await howToStart(false, '/home/ada/ink')).toContain('\nProtectHome=no\n');
});
