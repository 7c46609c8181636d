import { defaultReadingSettings as defaults } from '@inkling/contract/reading-settings';
import { expect, test } from 'vitest';
import { withAccountSettings } from './merge-settings.ts';

const nothingUnsent = { owner: 'ada', times: {} };

test('the account’s settings are shown, except for what was changed here and not sent yet', () => {
  const device = {
    settings: { ...defaults, size: 'xl' as const, theme: 'sepia' as const },
    unsent: { owner: 'ada', times: { size: 5 } },
  };
  const merged = withAccountSettings(device, 'ada', { size: 'sm', theme: 'light', width: 80 }, 9);
  expect(merged.settings).toEqual({ ...defaults, size: 'xl', theme: 'light', width: 80 });
  expect(merged.unsent).toEqual({ owner: 'ada', times: { size: 5 } });
});

test('what was chosen before the first sign-in becomes the reader’s where they had chosen nothing', () => {
  const device = {
    settings: { ...defaults, size: 'lg' as const, theme: 'sepia' as const },
    unsent: { owner: null, times: {} },
  };
  const merged = withAccountSettings(device, 'ada', { theme: 'light' }, 9);
  expect(merged.settings).toEqual({ ...defaults, size: 'lg', theme: 'light' });
  expect(merged.unsent).toEqual({ owner: 'ada', times: { size: 9 } });
});

test('another reader on the device gets nothing of the first one’s settings, nor their unsent changes', () => {
  const device = {
    settings: { ...defaults, size: 'xl' as const, rain: true },
    unsent: { owner: 'bo', times: { rain: 5 } },
  };
  const merged = withAccountSettings(device, 'ada', { face: 'sans' }, 9);
  expect(merged).toEqual({ settings: { ...defaults, face: 'sans' }, unsent: nothingUnsent });
});

test('merging again changes nothing', () => {
  const device = { settings: { ...defaults, width: 50 }, unsent: { owner: null, times: {} } };
  const once = withAccountSettings(device, 'ada', { size: 'sm' }, 9);
  expect(withAccountSettings(once, 'ada', { size: 'sm' }, 20)).toEqual(once);
});
