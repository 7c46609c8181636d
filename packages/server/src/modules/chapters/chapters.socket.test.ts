import * as account from '@inkling/contract/account';
import * as calls from '@inkling/contract/chapters';
import { connectionIdHeader, sessionEnded } from '@inkling/contract/live';
import { describe, expect, test } from 'vitest';
import { anId, drafting } from '../../testing/drafts-for-tests.ts';
import { addressOf, connectLive, type LiveClient } from '../../testing/live-client.ts';
import { requestOf } from '../../testing/request-of.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);
const canary = 'zqx-canary';

const edit = (person: Person, id: string, body: Parameters<typeof send>[1]) => send(person, body, id);
const send = async (
  person: Person,
  body: { content?: string; title?: string; isPublished?: boolean; baseVersion?: number },
  id: string,
) => (await site.as(person).call(calls.updateChapter, { params: { id }, body })).body.data;
const drafts = drafting(site);

/** Signs out, and returns all events received before the one that ends the session. */
async function eventsUntilSignOut(client: LiveClient, person: Person) {
  await site.as(person).call(account.logout, {});
  await client.ended;
  expect(client.received.at(-1)?.event).toBe(sessionEnded.event);
  return client.received.slice(0, -1);
}

/** An author with a published chapter that is open on one of their pages. */
async function openInEditor() {
  const url = await addressOf(site);
  const author = await site.person();
  const { story, chapters } = await write.published(author);
  const chapterKey = { storyId: story._id, chapterId: chapters[0]?._id ?? '' };
  const client = await connectLive(url, author.token);
  expect(await client.emit(calls.openChapter, chapterKey)).toEqual({ success: true });
  return { url, author, chapterKey, client };
}

describe('a chapter that is open in the editor', () => {
  test('notifies the author’s other pages of saves and drafts with ids and numbers, without any text', async () => {
    const { author, chapterKey, client } = await openInEditor();
    const saved = await edit(author, chapterKey.chapterId, { content: textOf(210, canary), title: canary });
    await drafts.save(author, chapterKey.storyId, canary, chapterKey);
    expect(await eventsUntilSignOut(client, author)).toEqual([
      { event: 'chapter:changed', payload: { ...chapterKey, version: saved.version } },
      { event: 'chapter:changed', payload: { ...chapterKey, version: null } },
    ]);
    expect(saved.version).toBe(2);
    expect(JSON.stringify(client.received)).not.toContain(canary);
  });

  test('does not publish rejected changes', async () => {
    const { author, chapterKey, client } = await openInEditor();
    const input = { params: { id: chapterKey.chapterId }, body: { content: textOf(220), baseVersion: 9 } };
    expect((await site.as(author).call(calls.updateChapter, input)).status).toBe(409);
    const { draft } = await drafts.save(author, chapterKey.storyId, canary, chapterKey);
    // It was typed before that.
    await drafts.save(author, chapterKey.storyId, canary, {
      ...draft,
      updatedAt: '2020-01-01T00:00:00.000Z',
    });
    expect((await eventsUntilSignOut(client, author)).map(({ payload }) => payload)).toEqual([
      { ...chapterKey, version: null },
    ]);
  });

  test('does not notify the page that made the change', async () => {
    const { url, author, chapterKey, client } = await openInEditor();
    const other = await connectLive(url, author.token);
    await other.emit(calls.openChapter, chapterKey);
    const request = requestOf(
      calls.updateChapter,
      { params: { id: chapterKey.chapterId }, body: { content: textOf(230) } },
      author.token,
    );
    const headers = { ...request.headers, [connectionIdHeader]: client.socket.id ?? '' };
    expect((await site.app.http.inject({ ...request, headers })).statusCode).toBe(200);
    expect(await other.next(calls.chapterChanged)).toMatchObject({ version: 2 });
    expect(await eventsUntilSignOut(client, author)).toEqual([]);
  });

  test('notifies of the drafts of a new chapter', async () => {
    const { author, chapterKey, client } = await openInEditor();
    const newChapter = { storyId: chapterKey.storyId, chapterId: anId() };
    await client.emit(calls.openChapter, newChapter);
    await drafts.save(author, newChapter.storyId, canary, newChapter);
    expect(await client.next(calls.chapterChanged)).toEqual({ ...newChapter, version: null });
  });

  test('does not notify a page after it has closed the chapter', async () => {
    const { author, chapterKey, client } = await openInEditor();
    await edit(author, chapterKey.chapterId, { content: textOf(240) });
    expect(await client.next(calls.chapterChanged)).toMatchObject({ version: 2 });
    expect(await client.emit(calls.closeChapter, chapterKey)).toEqual({ success: true });
    await edit(author, chapterKey.chapterId, { content: textOf(250) });
    expect(await eventsUntilSignOut(client, author)).toHaveLength(1);
  });
});

describe('access to a chapter in the editor', () => {
  test('is checked in the database: only the author can open the chapter, published or not [R13] [R38]', async () => {
    const { url, author, chapterKey } = await openInEditor();
    const reader = await site.person();
    const other = await site.person();
    const own = await write.published(other);
    const draft = await write.draft(author);
    const hidden = await write.chapter(author, draft._id, { isPublished: false });
    const client = await connectLive(url, reader.token);
    const otherClient = await connectLive(url, other.token);
    const unknownId = '019f0000-0000-7000-8000-0000000000aa';
    expect(await client.emit(calls.openChapter, chapterKey)).toMatchObject({ code: 'NOT_ALLOWED' });
    const hiddenKey = { storyId: draft._id, chapterId: hidden._id };
    expect(await client.emit(calls.openChapter, hiddenKey)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await client.emit(calls.openChapter, { ...hiddenKey, chapterId: anId() })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await client.emit(calls.openChapter, { storyId: unknownId, chapterId: anId() })).toMatchObject({
      code: 'NOT_FOUND',
    });
    // A chapter of another story, in the person's own story.
    for (const chapterId of [chapterKey.chapterId, hidden._id]) {
      expect(await otherClient.emit(calls.openChapter, { storyId: own.story._id, chapterId })).toMatchObject({
        code: 'NOT_FOUND',
      });
    }
    for (const wrong of [
      {},
      { storyId: 'new', chapterId: 'new' },
      { storyId: own.story._id, chapterId: '../x' },
    ]) {
      expect(await otherClient.socket.emitWithAck(calls.openChapter.event, wrong)).toMatchObject({
        code: 'BAD_INPUT',
      });
    }
    await edit(author, chapterKey.chapterId, { content: textOf(260) });
    await edit(author, hidden._id, { content: textOf(260) });
    await drafts.save(author, draft._id, canary);
    expect(await eventsUntilSignOut(client, reader)).toEqual([]);
    expect(await eventsUntilSignOut(otherClient, other)).toEqual([]);
  });

  test('is checked for every message: an ended session cannot open a chapter [R40]', async () => {
    const { chapterKey, author, client } = await openInEditor();
    await site.ctx.db.deleteFrom('sessions').where('user_id', '=', author.id).execute();
    await expect
      .poll(() => client.emit(calls.openChapter, chapterKey).catch(() => ({ code: 'SIGN_IN_REQUIRED' })))
      .toMatchObject({ code: 'SIGN_IN_REQUIRED' });
    await client.ended;
    expect(client.received.map(({ event }) => event)).toEqual([sessionEnded.event]);
  });
});
