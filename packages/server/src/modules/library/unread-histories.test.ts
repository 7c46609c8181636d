import { test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { checkHistories } from './unread-histories-for-tests.fixture.ts';

const site = testApp();

test('after any history, Continue Reading, Following, the bell, folds, progress and completion are what the rules say', () =>
  checkHistories(site, 6));
