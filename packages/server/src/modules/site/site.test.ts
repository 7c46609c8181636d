import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as calls from '@inkling/contract/site';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { readTestimonials, testimonialsFile } from './testimonials.ts';

const site = testApp();

describe('GET /site', () => {
  test('a site whose operator says nothing has no testimonials', async () => {
    expect((await site.as(null).call(calls.getSite, {})).body.data).toEqual({ testimonials: [] });
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
