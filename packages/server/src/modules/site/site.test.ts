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
  test('without settings there are no testimonials and no operator details', async () => {
    expect((await site.as(null).call(calls.getSite, {})).body.data).toEqual({
      testimonials: [],
      operator: { name: null, contactEmail: null, privacyEmail: null },
      registration: { mode: 'open', question: null },
      logIns: { idleDays: 30, mostDays: 180 },
      selection: { lookUp: null, translate: null },
    });
  });

  test('words are looked up at an https address with one {text} in its path or query', () => {
    const valid = 'https://dictionary.example/search?q={text}&l=en';
    expect(readConfig({ LOOKUP_URL: valid, TRANSLATE_URL: valid })).toMatchObject({
      LOOKUP_URL: valid,
      TRANSLATE_URL: valid,
    });
    for (const invalid of [
      'http://dictionary.example/{text}',
      'https://dictionary.example/',
      'https://{text}.example/',
      'https://{text}@dictionary.example/',
      'https://dictionary.example/{text}/{text}',
      'javascript:{text}',
      '{text}',
    ])
      expect(() => readConfig({ LOOKUP_URL: invalid })).toThrow('LOOKUP_URL: use an https address');
  });

  test('returns the operator from the settings; the contact address is also the default for privacy', () => {
    const settings = { OPERATOR_NAME: 'Quill & Daughters', CONTACT_EMAIL: 'hello@stories.example' };
    expect(operatorOf({ config: readConfig(settings) })).toEqual({
      name: 'Quill & Daughters',
      contactEmail: 'hello@stories.example',
      privacyEmail: 'hello@stories.example',
    });
    const both = operatorOf({
      config: readConfig({ ...settings, PRIVACY_EMAIL: 'privacy@stories.example' }),
    });
    expect(both.privacyEmail).toBe('privacy@stories.example');
    for (const invalid of [
      'hello',
      'Hello <hello@stories.example>',
      'a@b.example, c@d.example',
      'a b@c.example',
    ]) {
      expect(() => readConfig({ CONTACT_EMAIL: invalid })).toThrow('CONTACT_EMAIL: use an address such as');
    }
  });
});

describe('the operator’s testimonials', () => {
  test('are read from a file, and an invalid file fails with the expected format', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inkling-testimonials-'));
    try {
      const testimonials = [{ text: 'I missed my stop.', name: 'Dagny' }];
      await writeFile(testimonialsFile(folder), JSON.stringify(testimonials));
      expect(readTestimonials(folder)).toEqual(testimonials);
      for (const invalid of ['{', '[{"text":""}]', '{"text":"x","name":"y"}']) {
        await writeFile(testimonialsFile(folder), invalid);
        expect(() => readTestimonials(folder)).toThrow('Write it as [{ "text": "…", "name": "…" }]');
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
