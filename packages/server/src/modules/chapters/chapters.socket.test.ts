import * as account from '@inkling/contract/account';
import * as calls from '@inkling/contract/chapters';
import { connectionIdHeader, sessionEnded } from '@inkling/contract/live';
import { describe, expect, test } from 'vitest';
import { requestOf } from '../../platform/http/request-of.ts';
import { addressOf, connectLive, type LiveClient } from '../../testing/live-client.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);
const canary = 'zqx-canary';

const edit = (who: Person, id: string, body: Parameters<typeof send>[1]) => send(who, body, id);
const send = async (
  who: Person,
  body: { content?: string; title?: string; isPublished?: boolean; baseVersion?: number },
  id: string,
) => (await site.as(who).call(calls.updateChapter, { params: { id }, body })).body.data;
const keep = async (who: Person, id: string, slot: string, follows: number | null) => {
  const body = { title: canary, content: canary, authorNotes: canary, follows };
  return (await site.as(who).call(calls.saveDraft, { params: { id, slot }, body })).body.data;
};

/** Everything that was told until now, the last word being that the log-in is over. */
async function allHeard(client: LiveClient, who: Person) {
  await site.as(who).call(account.logout, {});
  await client.ended;
  expect(client.received.at(-1)?.event).toBe(sessionEnded.event);
  return client.received.slice(0, -1);
}

/** An author with a story of one chapter, which a page of theirs has open. */
async function opened() {
  const url = await addressOf(site);
  const author = await site.person();
  const { story, chapters } = await write.published(author);
  const place = { storyId: story._id, slot: chapters[0]?._id ?? '' };
  const client = await connectLive(url, author.token);
  expect(await client.emit(calls.openChapter, place)).toEqual({ success: true });
  return { url, author, place, client };
}

describe('a chapter that is open in the editor', () => {
  test('tells its author’s pages what another one has saved and kept: places and numbers, no word of it', async () => {
    const { author, place, client } = await opened();
    const saved = await edit(author, place.slot, { content: textOf(210, canary), title: canary });
    const draft = await keep(author, place.storyId, place.slot, null);
    expect(await allHeard(client, author)).toEqual([
      { event: 'chapter:changed', payload: { ...place, version: saved.version, revision: null } },
      { event: 'chapter:changed', payload: { ...place, version: null, revision: draft.revision } },
    ]);
    expect(saved.version).toBe(2);
    expect(JSON.stringify(client.received)).not.toContain(canary);
  });

  test('tells nothing of what was refused', async () => {
    const { author, place, client } = await opened();
    const input = { params: { id: place.slot }, body: { content: textOf(220), baseVersion: 9 } };
    expect((await site.as(author).call(calls.updateChapter, input)).status).toBe(409);
    const { revision } = await keep(author, place.storyId, place.slot, null);
    const late = {
      params: { id: place.storyId, slot: place.slot },
      body: { title: '', content: '', authorNotes: '', follows: 9 },
    };
    expect((await site.as(author).call(calls.saveDraft, late)).status).toBe(409);
    expect((await allHeard(client, author)).map(({ payload }) => payload)).toEqual([
      { ...place, version: null, revision },
    ]);
  });

  test('tells nothing to the page that did it', async () => {
    const { url, author, place, client } = await opened();
    const other = await connectLive(url, author.token);
    await other.emit(calls.openChapter, place);
    const request = requestOf(
      calls.updateChapter,
      { params: { id: place.slot }, body: { content: textOf(230) } },
      author.token,
    );
    const headers = { ...request.headers, [connectionIdHeader]: client.socket.id ?? '' };
    expect((await site.app.http.inject({ ...request, headers })).statusCode).toBe(200);
    expect(await other.next(calls.chapterChanged)).toMatchObject({ version: 2 });
    expect(await allHeard(client, author)).toEqual([]);
  });

  test('that is new tells of its drafts', async () => {
    const { author, place, client } = await opened();
    const fresh = { storyId: place.storyId, slot: 'new' };
    await client.emit(calls.openChapter, fresh);
    const { revision } = await keep(author, place.storyId, 'new', null);
    expect(await client.next(calls.chapterChanged)).toEqual({ ...fresh, version: null, revision });
  });

  test('and closed again tells nothing', async () => {
    const { author, place, client } = await opened();
    await edit(author, place.slot, { content: textOf(240) });
    expect(await client.next(calls.chapterChanged)).toMatchObject({ version: 2 });
    expect(await client.emit(calls.closeChapter, place)).toEqual({ success: true });
    await edit(author, place.slot, { content: textOf(250) });
    expect(await allHeard(client, author)).toHaveLength(1);
  });
});

describe('whose chapter it is', () => {
  test('is asked of the database: nobody else hears of it, published or not', async () => {
    const { url, author, place } = await opened();
    const reader = await site.person();
    const other = await site.person();
    const own = await write.published(other);
    const draft = await write.draft(author);
    const hidden = await write.chapter(author, draft._id, { isPublished: false });
    const client = await connectLive(url, reader.token);
    const theirs = await connectLive(url, other.token);
    const nobodys = '019f0000-0000-7000-8000-0000000000aa';
    expect(await client.emit(calls.openChapter, place)).toMatchObject({ code: 'NOT_ALLOWED' });
    const unseen = { storyId: draft._id, slot: hidden._id };
    expect(await client.emit(calls.openChapter, unseen)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await client.emit(calls.openChapter, { ...unseen, slot: 'new' })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await client.emit(calls.openChapter, { storyId: nobodys, slot: 'new' })).toMatchObject({
      code: 'NOT_FOUND',
    });
    // A chapter of another story, in a story of one's own.
    for (const slot of [place.slot, hidden._id, nobodys]) {
      expect(await theirs.emit(calls.openChapter, { storyId: own.story._id, slot })).toMatchObject({
        code: 'NOT_FOUND',
      });
    }
    for (const wrong of [{}, { storyId: 'new', slot: 'new' }, { storyId: own.story._id, slot: '../x' }]) {
      expect(await theirs.socket.emitWithAck(calls.openChapter.event, wrong)).toMatchObject({
        code: 'BAD_INPUT',
      });
    }
    await edit(author, place.slot, { content: textOf(260) });
    await edit(author, hidden._id, { content: textOf(260) });
    await keep(author, draft._id, 'new', null);
    expect(await allHeard(client, reader)).toEqual([]);
    expect(await allHeard(theirs, other)).toEqual([]);
  });

  test('is asked again of whoever says something: a log-in that is over opens nothing', async () => {
    const { place, author, client } = await opened();
    await site.ctx.db.deleteFrom('tokens').where('user_id', '=', author.id).execute();
    await expect
      .poll(() => client.emit(calls.openChapter, place).catch(() => ({ code: 'SIGN_IN_REQUIRED' })))
      .toMatchObject({ code: 'SIGN_IN_REQUIRED' });
    await client.ended;
    expect(client.received.map(({ event }) => event)).toEqual([sessionEnded.event]);
  });
});
