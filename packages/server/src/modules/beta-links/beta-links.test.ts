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
interface Draft {
  story: string;
  chapter: string;
}
const creating = (who: Person, { story, chapter }: Draft, more: Partial<calls.BetaLinkSettings> = {}) =>
  site.as(who).call(calls.createBetaLink, { ...params(story), body: { chapters: [chapter], ...more } });
const create = async (who: Person, draft: Draft, more: Partial<calls.BetaLinkSettings> = {}) =>
  (await creating(who, draft, more)).body.data;
const list = async (who: Person, { story }: Draft) =>
  (await site.as(who).call(calls.listBetaLinks, params(story))).body.data;
const revoke = (who: Person, { story }: Draft, linkId: string) =>
  site.as(who).call(calls.revokeBetaLink, { params: { id: story, linkId } });
const open = (token: string, who: Person | null = null, secret?: string) =>
  site.as(who).call(calls.openBetaLink, { body: { token, secret } });
const read = (token: string, chapter: string, who: Person | null = null, secret?: string) =>
  site.as(who).call(calls.readBetaChapter, { body: { token, chapter, secret } });
const textFor = async (...input: Parameters<typeof read>) => {
  const { data } = (await read(...input)).body;
  if (data.isPublished) throw new Error('The chapter is published.');
  return data;
};

describe('a link for beta readers', () => {
  test('shows anyone its chapters as they were last saved, and says nothing of others', async () => {
    const author = await site.person();
    const draft = await draftOf(author);
    const third = (await write.chapter(author, draft.story, { title: 'Third', isPublished: false }))._id;
    await write.chapter(author, draft.story, { title: 'Fourth', isPublished: false });
    const link = await create(author, draft, { chapters: [third, draft.chapter, third] });
    expect(link.token).toMatch(/^[\w-]{43}$/);
    for (const who of [null, await site.person(), author]) {
      const { status, headers, body } = await open(link.token, who);
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
      expect(body.data).toEqual({
        storyTitle: 'The Lamp',
        author: author.username,
        language: 'en',
        isMature: false,
        comments: 'none',
        endsAt: link.endsAt,
        name: '',
        chapters: [
          { _id: draft.chapter, title: 'Second', isPublished: false, isChanged: false },
          { _id: third, title: 'Third', isPublished: false, isChanged: false },
        ],
      });
      expect(await textFor(link.token, draft.chapter, who)).toEqual({
        isPublished: false,
        version: 1,
        before: null,
        comments: [],
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
      .call(updateChapter, { ...params(draft.chapter), body: { content: 'Newer.', endNotes: 'Bye.' } });
    expect(await textFor(link.token, draft.chapter)).toMatchObject({ content: 'Newer.', endNotes: 'Bye.' });
  });

  test('is stored as a hash, ends when the author chose, and is deleted the night after', async () => {
    const author = await site.person();
    const draft = await draftOf(author);
    const link = await create(author, draft, { label: 'Club' });
    expect(Date.parse(link.endsAt) - Date.parse(link.createdAt)).toBe(betaLinkLimits.days * day);
    const stored = await firstRow<{ row: string }>(site.ctx.db)`
      select l::text as row from beta_links l where story_id = ${draft.story}`;
    expect(stored?.row).not.toContain(link.token);
    const { token: _token, ...listed } = link;
    expect(await list(author, draft)).toEqual([listed]);
    for (const [days, status] of [
      [-1, 400],
      [betaLinkLimits.maxDays + 1, 400],
      [3, 201],
    ] as const) {
      const endsAt = new Date(site.clock.now().getTime() + days * day).toISOString();
      const answer = await creating(author, draft, { endsAt });
      expect(answer.status).toBe(status);
      if (status === 201) expect(answer.body.data.endsAt).toBe(endsAt);
    }
    site.clock.set(new Date(Date.parse(link.endsAt) - 1));
    expect((await open(link.token)).status).toBe(200);
    site.clock.set(new Date(link.endsAt));
    expect((await open(link.token)).status).toBe(404);
    expect((await read(link.token, draft.chapter)).status).toBe(404);
    expect(await list(author, draft)).toEqual([]);
    await runJobsNow(site.ctx, sweepBetaLinks);
    expect(await allRows(site.ctx.db)`select from beta_links where story_id = ${draft.story}`).toEqual([]);
  });

  test('answers alike whether it was revoked, has ended or never was', async () => {
    const author = await site.person();
    const draft = await draftOf(author);
    const [revoked, other] = [await create(author, draft), await create(author, draft)];
    await revoke(author, draft, revoked._id);
    expect((await open(other.token)).status).toBe(200);
    expect((await revoke(author, draft, revoked._id)).status).toBe(404);
    const body = { chapters: [draft.chapter] };
    const changing = { params: { id: draft.story, linkId: revoked._id }, body };
    expect((await site.as(author).call(calls.changeBetaLink, changing)).status).toBe(404);
    site.clock.set(new Date(Date.parse(other.endsAt) + 1));
    for (const token of [revoked.token, other.token, '-', 'x'.repeat(43)]) {
      for (const { status, failure } of [await open(token), await read(token, draft.chapter)])
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

  test('is the author’s alone to create, list, change and revoke, of drafts of one story, and up to twenty', async () => {
    const [author, other] = [await site.person(), await site.person()];
    const draft = await draftOf(author);
    const link = await create(author, draft);
    const params = { id: draft.story, linkId: link._id };
    const body = { chapters: [draft.chapter] };
    expect((await creating(other, draft)).status).toBe(403);
    expect((await site.as(other).call(calls.listBetaLinks, { params })).status).toBe(403);
    expect((await revoke(other, draft, link._id)).status).toBe(403);
    expect((await site.as(other).call(calls.changeBetaLink, { params, body })).status).toBe(403);
    const second = await draftOf(author);
    // The link of another story, and its chapters.
    expect((await revoke(author, second, link._id)).status).toBe(404);
    expect((await creating(author, draft, { chapters: [draft.chapter, second.chapter] })).status).toBe(409);
    const foreign = { params, body: { chapters: [second.chapter] } };
    expect((await site.as(author).call(calls.changeBetaLink, foreign)).status).toBe(409);
    const published = await write.chapter(author, draft.story, { isPublished: true });
    expect((await creating(author, draft, { chapters: [published._id] })).status).toBe(409);
    const more = await Promise.all(
      Array.from({ length: betaLinkLimits.perStory + 2 }, () => creating(author, draft)),
    );
    expect(more.filter(({ status }) => status === 201)).toHaveLength(betaLinkLimits.perStory - 1);
    expect(more.filter(({ status }) => status === 413)).toHaveLength(3);
  });

  test('gets other chapters, comments and another end, and keeps those that were published since', async () => {
    const author = await site.person();
    const draft = await draftOf(author);
    const third = (await write.chapter(author, draft.story, { title: 'Third', isPublished: false }))._id;
    const link = await create(author, draft);
    await site.as(author).call(updateChapter, { ...params(draft.chapter), body: { isPublished: true } });
    const endsAt = new Date(site.clock.now().getTime() + 2 * day).toISOString();
    const settings = { label: 'Two', comments: 'all' as const, chapters: [draft.chapter, third], endsAt };
    const input = { params: { id: draft.story, linkId: link._id }, body: settings };
    const { body } = await site.as(author).call(calls.changeBetaLink, input);
    expect(body.data).toMatchObject({ label: 'Two', comments: 'all', endsAt });
    expect(body.data.chapters.map(({ title }) => title)).toEqual(['Second', 'Third']);
    expect((await open(link.token)).body.data.chapters.map(({ isPublished }) => isPublished)).toEqual([
      true,
      false,
    ]);
    const without = { ...input, body: { ...settings, chapters: [third] } };
    await site.as(author).call(calls.changeBetaLink, without);
    expect((await read(link.token, draft.chapter)).status).toBe(404);
  });

  test('leads to the chapter once readers have it, and shows a chapter of a draft story', async () => {
    const author = await site.person();
    const draft = await draftOf(author);
    const { story, chapter } = draft;
    const { token } = await create(author, draft);
    await site.as(author).call(updateChapter, { ...params(chapter), body: { isPublished: true } });
    expect((await read(token, chapter)).body.data).toEqual({ isPublished: true, story, chapter });
    await site.as(author).call(updateStory, { ...params(story), body: { isPublished: false } });
    expect(await textFor(token, chapter)).toMatchObject({ title: 'Second' });
  });

  test('opens nothing while its chapter or story is in the trash or taken down, or its author suspended or being deleted', async () => {
    const author = await site.person();
    const draft = await draftOf(author);
    const { story, chapter } = draft;
    const { token } = await create(author, draft);
    const status = async () => (await read(token, chapter)).status;
    await site.as(author).call(deleteChapter, params(chapter));
    expect(await status()).toBe(404);
    expect((await open(token)).body.data.chapters).toEqual([]);
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
    const down = await create(author, other);
    const taken = { id: other.chapter, storyId: other.story };
    await transaction(site.ctx.db, (tx) => takeDownChapter(site.ctx, tx, taken, 'Spam'));
    expect((await read(down.token, other.chapter)).status).toBe(404);
    expect((await creating(author, other)).status).toBe(409);
    await site.as(author).call(deleteStory, params(story));
    expect(await status()).toBe(404);
  });

  test('has a token that no line of the log contains', async () => {
    const lines: string[] = [];
    const log = pino(logSettings({ LOG_LEVEL: 'trace' }), { write: (line) => void lines.push(line) });
    const app = await createApp({ ...site.ctx, log });
    const author = await site.person();
    const { token } = await create(author, await draftOf(author));
    const secret = 'k'.repeat(43);
    for (const payload of [
      { token, secret },
      { token, more: secret },
      { token: [token] },
      `{"token":"${token}`,
    ]) {
      const headers = { 'content-type': 'application/json' };
      await app.http.inject({ method: 'POST', url: '/api/v1/beta-links/open', headers, payload });
    }
    expect(lines.filter((line) => line.includes('"request"')).length).toBeGreaterThan(3);
    for (const hidden of [token, secret]) expect(lines.join('')).not.toContain(hidden);
    await app.close();
  });
});
