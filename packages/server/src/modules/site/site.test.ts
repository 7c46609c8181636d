import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as calls from '@inkling/contract/site';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { testApp } from '../../testing/test-app.ts';
import { operatorOf } from './operator.ts';
import { readTestimonials, testimonialsFile } from './testimonials.ts';

const site = testApp();

describe('GET /site', () => {
  test('a site whose operator says nothing has no testimonials, and names nobody', async () => {
    expect((await site.as(null).call(calls.getSite, {})).body.data).toEqual({
      testimonials: [],
      operator: { name: null, contactEmail: null, privacyEmail: null },
      logIns: { idleDays: 30, mostDays: 180 },
    });
  });

  test('names its operator as the settings do; one address serves for both when there is one', () => {
    const settings = { OPERATOR_NAME: 'Quill & Daughters', CONTACT_EMAIL: 'hello@stories.example' };
    expect(operatorOf(readConfig(settings))).toEqual({
      name: 'Quill & Daughters',
      contactEmail: 'hello@stories.example',
      privacyEmail: 'hello@stories.example',
    });
    const both = operatorOf(readConfig({ ...settings, PRIVACY_EMAIL: 'privacy@stories.example' }));
    expect(both.privacyEmail).toBe('privacy@stories.example');
    for (const wrong of [
      'hello',
      'Hello <hello@stories.example>',
      'a@b.example, c@d.example',
      'a b@c.example',
    ]) {
      expect(() => readConfig({ CONTACT_EMAIL: wrong })).toThrow('CONTACT_EMAIL: use an address such as');
    }
  });
});

describe('the operator’s testimonials', () => {
  test('are read from a file, and a wrong file says how it is written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inkling-testimonials-'));
    try {
      const said = [{ text: 'I missed my stop.', name: 'Dagny' }];
      await writeFile(testimonialsFile(folder), JSON.stringify(said));
      expect(readTestimonials(folder)).toEqual(said);
      for (const wrong of ['{', '[{"text":""}]', '{"text":"x","name":"y"}']) {
        await writeFile(testimonialsFile(folder), wrong);
        expect(() => readTestimonials(folder)).toThrow('Write it as [{ "text": "…", "name": "…" }]');
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
