import * as calls from '@inkling/contract/beta-links';
import { deleteChapter, updateChapter } from '@inkling/contract/chapters';
import { betaLinkLimits } from '@inkling/contract/limits';
import { deleteStory, updateStory } from '@inkling/contract/stories';
import { restoreChapter } from '@inkling/contract/trash';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { day } from '../../platform/clock.ts';
import { allRows, firstRow, transaction } from '../../platform/db/db.ts';
import { logSettings } from '../../platform/log.ts';
import { runJobsNow } from '../../testing/run-jobs-now.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { takeDownChapter } from '../chapters/index.ts';
import { suspend, unsuspend } from '../measures/index.ts';
import { sweepBetaLinks } from './beta-links.service.ts';

const site = testApp();
const write = writing(site);

async function draftOf(author: Person, content = textOf(210, 'beta')) {
  const { story } = await write.published(author, { title: 'The Lamp', language: 'en' });
  const chapter = await write.chapter(author, story._id, { title: 'Second', content, isPublished: false });
  return { story: story._id, chapter: chapter._id };
}
const params = (id: string) => ({ params: { id } });
const create = async (who: Person, id: string) =>
  (await site.as(who).call(calls.createBetaLink, params(id))).body.data;
const list = async (who: Person, id: string) =>
  (await site.as(who).call(calls.listBetaLinks, params(id))).body.data;
const read = (token: string, who: Person | null = null) =>
  site.as(who).call(calls.readBetaChapter, { body: { token } });

describe('a link for beta readers', () => {
  test('shows anyone the text as it was last saved, and counts nothing', async () => {
    const author = await site.person();
    const { chapter } = await draftOf(author);
    const link = await create(author, chapter);
    expect(link.token).toMatch(/^[\w-]{43}$/);
    for (const who of [null, await site.person(), author]) {
      const { status, headers, body } = await read(link.token, who);
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
      expect(body.data).toEqual({
        isPublished: false,
        storyTitle: 'The Lamp',
        author: author.username,
        language: 'en',
        isMature: false,
        endsAt: link.endsAt,
        title: 'Second',
        authorNotes: '',
        endNotes: '',
        content: textOf(210, 'beta'),
        paragraphIds: textOf(210, 'beta')
          .split('\n')
          .map((_, index) => index + 1),
      });
    }
    await site
      .as(author)
      .call(updateChapter, { ...params(chapter), body: { content: 'Newer.', endNotes: 'Bye.' } });
    expect((await read(link.token)).body.data).toMatchObject({ content: 'Newer.', endNotes: 'Bye.' });
  });

  test('is stored as a hash, ends after thirty days, and is deleted the night after', async () => {
    const author = await site.person();
    const { chapter } = await draftOf(author);
    const link = await create(author, chapter);
    expect(Date.parse(link.endsAt) - Date.parse(link.createdAt)).toBe(betaLinkLimits.days * day);
    const stored = await firstRow<{ row: string }>(site.ctx.db)`
      select l::text as row from beta_links l where chapter_id = ${chapter}`;
    expect(stored?.row).not.toContain(link.token);
    const { token: _token, ...listed } = link;
    expect(await list(author, chapter)).toEqual([listed]);
    site.clock.set(new Date(Date.parse(link.endsAt) - 1));
    expect((await read(link.token)).status).toBe(200);
    site.clock.set(new Date(link.endsAt));
    expect((await read(link.token)).status).toBe(404);
    expect(await list(author, chapter)).toEqual([]);
    await runJobsNow(site.ctx, sweepBetaLinks);
    expect(await allRows(site.ctx.db)`select from beta_links where chapter_id = ${chapter}`).toEqual([]);
  });

  test('answers alike whether it was revoked, has ended or never was', async () => {
    const author = await site.person();
    const { chapter } = await draftOf(author);
    const [revoked, other] = [await create(author, chapter), await create(author, chapter)];
    await site.as(author).call(calls.revokeBetaLink, { params: { id: chapter, linkId: revoked._id } });
    expect((await read(other.token)).status).toBe(200);
    const again = await site
      .as(author)
      .call(calls.revokeBetaLink, { params: { id: chapter, linkId: revoked._id } });
    expect(again.status).toBe(404);
    site.clock.set(new Date(Date.parse(other.endsAt) + 1));
    for (const token of [revoked.token, other.token, '-', 'x'.repeat(43)]) {
      const { status, failure } = await read(token);
      expect([status, failure]).toEqual([
        404,
        {
          success: false,
          code: 'NOT_FOUND',
          message: 'This link can no longer be used. Please ask the author for a new one.',
          errors: [],
        },
      ]);
    }
  });

  test('is the author’s alone to create, list and revoke, of draft chapters and up to ten', async () => {
    const [author, other] = [await site.person(), await site.person()];
    const { story, chapter } = await draftOf(author);
    const link = await create(author, chapter);
    const foreign = site.as(other);
    expect((await foreign.call(calls.createBetaLink, params(chapter))).status).toBe(404);
    expect((await foreign.call(calls.listBetaLinks, params(chapter))).status).toBe(404);
    const revoking = { params: { id: chapter, linkId: link._id } };
    expect((await foreign.call(calls.revokeBetaLink, revoking)).status).toBe(404);
    const second = (await draftOf(author)).chapter;
    // The link of another chapter.
    const crossed = { params: { id: second, linkId: link._id } };
    expect((await site.as(author).call(calls.revokeBetaLink, crossed)).status).toBe(404);
    const more = await Promise.all(
      Array.from({ length: betaLinkLimits.perChapter + 2 }, () =>
        site.as(author).call(calls.createBetaLink, params(chapter)),
      ),
    );
    expect(more.filter(({ status }) => status === 201)).toHaveLength(betaLinkLimits.perChapter - 1);
    expect(more.filter(({ status }) => status === 413)).toHaveLength(3);
    const published = await write.chapter(author, story, { isPublished: true });
    const refused = await site.as(author).call(calls.createBetaLink, params(published._id));
    expect(refused.status).toBe(409);
  });

  test('leads to the chapter once readers have it, and shows a chapter of a draft story', async () => {
    const author = await site.person();
    const { story, chapter } = await draftOf(author);
    const { token } = await create(author, chapter);
    await site.as(author).call(updateChapter, { ...params(chapter), body: { isPublished: true } });
    expect((await read(token)).body.data).toEqual({ isPublished: true, story, chapter });
    await site.as(author).call(updateStory, { ...params(story), body: { isPublished: false } });
    expect((await read(token)).body.data).toMatchObject({ isPublished: false, title: 'Second' });
  });

  test('opens nothing while its chapter or story is in the trash or taken down, or its author suspended or being deleted', async () => {
    const author = await site.person();
    const { story, chapter } = await draftOf(author);
    const { token } = await create(author, chapter);
    const status = async () => (await read(token)).status;
    await site.as(author).call(deleteChapter, params(chapter));
    expect(await status()).toBe(404);
    await site.as(author).call(restoreChapter, params(chapter));
    expect(await status()).toBe(200);
    await suspend(site.ctx, author.id);
    expect(await status()).toBe(404);
    await unsuspend(site.ctx, author.id);
    expect(await status()).toBe(200);
    const leave = (at: Date | null) =>
      site.ctx.db.updateTable('users').set({ deletion_due_at: at }).where('id', '=', author.id).execute();
    await leave(site.clock.now());
    expect(await status()).toBe(404);
    await leave(null);
    const other = await draftOf(author);
    const down = await create(author, other.chapter);
    const taken = { id: other.chapter, storyId: other.story };
    await transaction(site.ctx.db, (tx) => takeDownChapter(site.ctx, tx, taken, 'Spam'));
    expect((await read(down.token)).status).toBe(404);
    expect((await site.as(author).call(calls.createBetaLink, params(other.chapter))).status).toBe(409);
    await site.as(author).call(deleteStory, params(story));
    expect(await status()).toBe(404);
  });

  test('has a token that no line of the log contains', async () => {
    const lines: string[] = [];
    const log = pino(logSettings({ LOG_LEVEL: 'trace' }), { write: (line) => void lines.push(line) });
    const app = await createApp({ ...site.ctx, log });
    const author = await site.person();
    const { token } = await create(author, (await draftOf(author)).chapter);
    for (const payload of [{ token }, { token, more: token }, { token: [token] }, `{"token":"${token}`]) {
      const headers = { 'content-type': 'application/json' };
      await app.http.inject({ method: 'POST', url: '/api/v1/beta-links/read', headers, payload });
    }
    expect(lines.filter((line) => line.includes('"request"')).length).toBeGreaterThan(3);
    expect(lines.join('')).not.toContain(token);
    await app.close();
  });
});
