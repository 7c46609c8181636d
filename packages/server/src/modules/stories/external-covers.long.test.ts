import { allCalls } from '@inkling/contract/all';
import { isFileResponse } from '@inkling/contract/call';
import { toggleBookmark } from '@inkling/contract/library';
import { createStory, getStory, updateStory } from '@inkling/contract/stories';
import { beforeAll, describe, expect, test } from 'vitest';
import { createFixtures, paramsIn } from '../../contract-checks/fixtures.ts';
import { pagePolicy } from '../../platform/http/headers.ts';
import type { Fixtures } from '../../testing/examples.ts';
import { requestOfKey } from '../../testing/request-of.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, type TestApp, testApp } from '../../testing/test-app.ts';

const external = 'https://covers.example/lamp.jpg';
const own = `/files/${'a'.repeat(32)}-600.webp`;
const sites = {
  on: testApp({ PLANS: 'on' }),
  off: testApp({ PLANS: 'on', EXTERNAL_COVERS: 'off' }),
};

interface Prepared {
  author: Person;
  reader: Person;
  fixtures: Fixtures;
}

/** A published story with a cover from before the setting changed, saved by its author and by a reader. */
async function prepare(site: TestApp, cover: string): Promise<Prepared> {
  const [author, reader] = [await site.person(), await site.person()];
  const fixtures = await createFixtures(site, author);
  await site.ctx.db
    .updateTable('stories')
    .set({ cover_image: cover })
    .where('id', '=', fixtures.story)
    .execute();
  for (const person of [author, reader])
    await site.as(person).call(toggleBookmark, { params: { id: fixtures.story } });
  return { author, reader, fixtures };
}

/** The GET calls whose response contains the story's cover. */
async function callsWithCover(site: TestApp, cover: string, { author, reader, fixtures }: Prepared) {
  const found = new Set<string>();
  let requests = 0;
  for (const { call } of allCalls) {
    if (call.method !== 'GET' || isFileResponse(call.response)) continue;
    for (const person of [null, reader, author]) {
      const response = await site.app.http.inject(
        requestOfKey(call.key, { params: paramsIn(fixtures, call) }, person?.token ?? null),
      );
      requests += 1;
      if (response.body.includes(cover)) found.add(call.key);
    }
  }
  expect(requests).toBeGreaterThan(90);
  return found;
}

describe('covers from other sites', () => {
  let allowed: Prepared;
  let refused: Prepared;
  beforeAll(async () => {
    allowed = await prepare(sites.on, external);
    refused = await prepare(sites.off, external);
  });

  test('appear in every response about their story, or in none when they are turned off [P09]', async () => {
    const shown = await callsWithCover(sites.on, external, allowed);
    expect(shown.size).toBeGreaterThan(12);
    for (const key of ['GET /stories', 'GET /home', 'GET /stories/library/me', 'GET /stories/{id}/reading'])
      expect(shown).toContain(key);
    expect(await callsWithCover(sites.off, external, refused)).toEqual(new Set());
  });

  test('can be turned off without hiding uploaded covers', async () => {
    const uploaded = await prepare(sites.off, own);
    const { body } = await sites.off.as(null).call(getStory, { params: { id: uploaded.fixtures.story } });
    expect(body.data.coverImage).toBe(own);
  });

  test('are rejected for new and changed stories when they are turned off, with a message on what to do [P09]', async () => {
    const { author, fixtures } = refused;
    const genres = [await writing(sites.off).anyGenre()];
    const body = { title: 'A', description: 'B', genres, coverImage: external };
    const created = await sites.off.as(author).call(createStory, { body });
    const params = { id: fixtures.story };
    const changed = await sites.off
      .as(author)
      .call(updateStory, { params, body: { coverImage: `${external}?2` } });
    for (const { status, failure } of [created, changed]) {
      expect(status).toBe(400);
      expect(failure.errors).toEqual([
        {
          path: 'coverImage',
          message: 'Covers from other sites are turned off on this site. Please upload an image instead.',
        },
      ]);
    }
    expect(
      (
        await sites.on
          .as(allowed.author)
          .call(createStory, { body: { ...body, genres: [await writing(sites.on).anyGenre()] } })
      ).status,
    ).toBe(201);
  });

  test('stay stored when another field of their story changes', async () => {
    const { author, fixtures } = refused;
    const params = { id: fixtures.story };
    await sites.off.as(author).call(updateStory, { params, body: { title: 'Another title' } });
    const row = await sites.off.ctx.db
      .selectFrom('stories')
      .select('cover_image')
      .where('id', '=', fixtures.story)
      .executeTakeFirstOrThrow();
    expect(row.cover_image).toBe(external);
  });

  test('are allowed by the content security policy only when they are turned on [R23]', () => {
    const imagesOf = (site: TestApp) => /img-src [^;]+/.exec(pagePolicy(site.ctx.config)([]))?.[0];
    expect(imagesOf(sites.on)).toBe("img-src 'self' https: data: blob:");
    expect(imagesOf(sites.off)).toBe("img-src 'self' data: blob:");
  });
});
