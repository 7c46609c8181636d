import { allCalls } from '@inkling/contract/all';
import { isFileResponse } from '@inkling/contract/call';
import { toggleBookmark } from '@inkling/contract/library';
import { createStory, getStory, updateStory } from '@inkling/contract/stories';
import { beforeAll, describe, expect, test } from 'vitest';
import { createFixtures, type Fixtures, paramsIn } from '../../contract-checks/fixtures.ts';
import { pagePolicy } from '../../platform/http/headers.ts';
import { requestOfKey } from '../../platform/http/request-of.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, type TestApp, testApp } from '../../testing/test-app.ts';

const external = 'https://covers.example/lamp.jpg';
const own = `/files/${'a'.repeat(32)}-600.webp`;
const sites = { on: testApp(), off: testApp({ EXTERNAL_COVERS: 'off' }) };

interface Prepared {
  author: Person;
  reader: Person;
  world: Fixtures;
}

/** A published story that has this cover since before the setting was changed, and a reader who saved it. */
async function prepare(site: TestApp, cover: string): Promise<Prepared> {
  const [author, reader] = [await site.person(), await site.person()];
  const world = await createFixtures(site, author);
  await site.ctx.db
    .updateTable('stories')
    .set({ cover_image: cover })
    .where('id', '=', world.story)
    .execute();
  for (const who of [author, reader])
    await site.as(who).call(toggleBookmark, { params: { id: world.story } });
  return { author, reader, world };
}

/** The calls that read, whose answers have the cover of the story. */
async function callsWithCover(site: TestApp, cover: string, { author, reader, world }: Prepared) {
  const found = new Set<string>();
  let asked = 0;
  for (const { call } of allCalls) {
    if (call.method !== 'GET' || isFileResponse(call.response)) continue;
    for (const who of [null, reader, author]) {
      const response = await site.app.http.inject(
        requestOfKey(call.key, { params: paramsIn(world, call) }, who?.token ?? null),
      );
      asked += 1;
      if (response.body.includes(cover)) found.add(call.key);
    }
  }
  expect(asked).toBeGreaterThan(90);
  return found;
}

describe('covers from other sites', () => {
  let allowed: Prepared;
  let refused: Prepared;
  beforeAll(async () => {
    allowed = await prepare(sites.on, external);
    refused = await prepare(sites.off, external);
  });

  test('are in every answer about their story, unless they are turned off: then in none', async () => {
    const shown = await callsWithCover(sites.on, external, allowed);
    expect(shown.size).toBeGreaterThan(12);
    for (const key of ['GET /stories', 'GET /home', 'GET /stories/library/me', 'GET /stories/{id}/reading'])
      expect(shown).toContain(key);
    expect(await callsWithCover(sites.off, external, refused)).toEqual(new Set());
  });

  test('do not take uploaded covers with them', async () => {
    const uploaded = await prepare(sites.off, own);
    const { body } = await sites.off.as(null).call(getStory, { params: { id: uploaded.world.story } });
    expect(body.data.coverImage).toBe(own);
  });

  test('are refused for new and changed stories when they are turned off, with words on what to do', async () => {
    const { author, world } = refused;
    const genres = [await writing(sites.off).anyGenre()];
    const body = { title: 'A', description: 'B', genres, coverImage: external };
    const made = await sites.off.as(author).call(createStory, { body });
    const params = { id: world.story };
    const changed = await sites.off
      .as(author)
      .call(updateStory, { params, body: { coverImage: `${external}?2` } });
    for (const { status, failure } of [made, changed]) {
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

  test('stay stored when something else of their story changes', async () => {
    const { author, world } = refused;
    const params = { id: world.story };
    await sites.off.as(author).call(updateStory, { params, body: { title: 'Another title' } });
    const row = await sites.off.ctx.db
      .selectFrom('stories')
      .select('cover_image')
      .where('id', '=', world.story)
      .executeTakeFirstOrThrow();
    expect(row.cover_image).toBe(external);
  });

  test('are in the policy for pages only where they are shown', () => {
    const imagesOf = (site: TestApp) => /img-src [^;]+/.exec(pagePolicy(site.ctx.config)([]))?.[0];
    expect(imagesOf(sites.on)).toBe("img-src 'self' https: data: blob:");
    expect(imagesOf(sites.off)).toBe("img-src 'self' data: blob:");
  });
});
