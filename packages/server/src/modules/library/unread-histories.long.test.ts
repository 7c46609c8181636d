import { test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { checkHistories } from './unread-histories-for-tests.fixture.ts';

const site = testApp();

test('after very many histories, all that is said of a story is what the rules say', () =>
  checkHistories(site, 25));
