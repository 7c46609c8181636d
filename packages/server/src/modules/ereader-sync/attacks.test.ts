import { hash } from 'node:crypto';
import { updatePassword } from '@inkling/contract/account';
import { blockUser } from '@inkling/contract/blocks';
import { createDevice, listDevices, revokeDevice } from '@inkling/contract/devices';
import { getChapterProgress } from '@inkling/contract/library';
import { deleteStory, setExclusive, updateStory } from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import { minute } from '../../platform/clock.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { download } from '../ebooks/testing/readable.ts';
import { takeDown } from '../measures/index.ts';
import { koreader } from './testing/device.ts';

/** What strangers try at the addresses that device tokens open, over HTTP. */
const site = testApp({ PLANS: 'on' });
const write = writing(site);
const of = (id: string) => ({ params: { id } });
const place = '/body/DocFragment[3]/body/section/p[4].0';
const md5 = (text: string) => hash('md5', text, 'hex');
const basic = (name: string, token: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}`,
});

let addresses = 0;
/** Sends a request from an address of its own, since wrong tokens are counted by address. */
function send(url: string, headers: Record<string, string>, payload?: string) {
  addresses += 1;
  return site.app.http.inject({
    method: payload === undefined ? 'GET' : 'PUT',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    remoteAddress: `203.0.113.${addresses}`,
    ...(payload !== undefined && { payload }),
  });
}

async function withToken() {
  const person = await site.person();
  const { token, _id } = (await site.as(person).call(createDevice, { body: { name: 'Kobo' } })).body.data;
  return { person, token, id: _id };
}

const body = (document: string) =>
  JSON.stringify({ document, progress: place, percentage: 0.4, device: 'x', device_id: 'x' });

/** The statuses of every address with these credentials, in both ways of sending them. */
async function statusesWith(name: string, token: string, key: string, story: string): Promise<Set<number>> {
  const forSync = { 'x-auth-user': name, 'x-auth-key': key };
  const responses = [
    await send('/kosync/users/auth', forSync),
    await send('/kosync/syncs/progress/x', forSync),
    await send('/kosync/syncs/progress', forSync, body('x')),
    await send('/opds/v1.2/catalog', basic(name, token)),
    await send('/opds/v2/catalog', basic(name, token)),
    await send(`/opds/cover/${story}`, basic(name, token)),
    await send(`/ebooks/${story}.epub`, basic(name, token)),
  ];
  return new Set(responses.map(({ statusCode }) => statusCode));
}

describe('tokens', () => {
  test('that are revoked, ended, of others or no tokens at all open no address', async () => {
    const author = await site.person();
    const { story } = await write.published(author, { allowsEbook: true });
    const [mine, other, revoked, ended] = [
      await withToken(),
      await withToken(),
      await withToken(),
      await withToken(),
    ];
    const { person, token } = mine;
    expect(await statusesWith(person.username, token, md5(token), story._id)).toEqual(new Set([200]));
    await site.as(revoked.person).call(revokeDevice, of(revoked.id));
    const newPassword = 'nine loud geese';
    const changed = { oldPassword: testPassword, newPassword, confirmNewPassword: newPassword };
    site.clock.advance(1000);
    await site.as(ended.person).call(updatePassword, { body: changed });
    for (const [name, wrong] of [
      [person.username, other.token],
      [other.person.username, token],
      [person.username, testPassword],
      [person.username, person.token],
      [person.username, ''],
      ['', token],
      [`${person.username}\0`, token],
      [revoked.person.username, revoked.token],
      [ended.person.username, ended.token],
    ] as const)
      expect([name, await statusesWith(name, wrong, md5(wrong), story._id)]).toEqual([name, new Set([401])]);
    // Neither what the other way of signing in sends, nor what is stored.
    const sha = hash('sha256', token, 'hex');
    for (const wrong of [md5(token), sha])
      expect(await statusesWith(person.username, wrong, token, story._id)).toEqual(new Set([401]));
    expect((await site.as(person).call(listDevices, {})).body.data[0]?.lastUsedAt).not.toBeNull();
  });

  test('are asked for before a body of 10 MB is read, which no address takes', async () => {
    const { person, token } = await withToken();
    const large = 'x'.repeat(10_000_000);
    const signedIn = { 'x-auth-user': person.username, 'x-auth-key': md5(token) };
    expect((await send('/kosync/syncs/progress', {}, large)).statusCode).toBe(401);
    expect((await send('/kosync/syncs/progress', signedIn, large)).statusCode).toBe(413);
    expect((await send('/opds/v1.2/catalog', basic(person.username, token), large)).statusCode).toBe(413);
    expect((await send(`/ebooks/x.epub`, basic(person.username, token), large)).statusCode).toBe(413);
    const created = await site.app.http.inject({
      method: 'POST',
      url: '/kosync/users/create',
      payload: large,
    });
    expect(created.statusCode).toBe(413);
  });
});

describe('documents of other people', () => {
  test('are neither read nor changed, even by the name and the id of their device', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const [hers, his] = [await koreader(site, ana), await koreader(site, ben)];
    const document = md5('a private document');
    await hers.put(document, '12', 0.25);
    const forged = { document, progress: '99', percentage: 0.9, device: 'Kobo', device_id: hers.deviceId };
    expect((await his.request('PUT', '/syncs/progress', JSON.stringify(forged))).statusCode).toBe(200);
    expect(await hers.get(document)).toMatchObject({ progress: '12', percentage: 0.25 });
    expect(await his.get(document)).toMatchObject({ progress: '99' });
  });

  test('a file made to have the name of another story’s moves no place and shows nothing of it', async () => {
    const [author, attacker, reader] = [await site.person(), await site.person(), await site.person()];
    const { story, chapters } = await write.published(author, { chapters: 2, allowsEbook: true });
    const hidden = await write.draft(attacker, { title: 'Hidden' });
    const { document } = await download(site, reader, story._id);
    const device = await koreader(site, reader);
    await device.put(document, place);
    const positionOf = async () =>
      (await site.as(reader).call(getChapterProgress, of(chapters[0]?._id ?? ''))).body.data.position;
    expect(await positionOf()).toMatchObject({ paragraph: 4 });
    await site.ctx.db
      .insertInto('ebook_files')
      .values({
        story_id: hidden._id,
        digest: Buffer.from(document, 'hex'),
        kind: 'epub',
        versions: [1],
        used_at: site.clock.now(),
      })
      .execute();
    site.clock.advance(1000);
    const next = place.replace('p[4]', 'p[6]');
    await device.put(document, next);
    // As any file that is not known: what the device sent comes back, and nothing else moves.
    expect(await device.get(document)).toMatchObject({ progress: next, percentage: 0.5, device: 'Kobo' });
    expect(await positionOf()).toMatchObject({ paragraph: 4 });
    const own = await koreader(site, attacker);
    expect(await own.get(document)).toEqual({});
  });
});

describe('guessed ids', () => {
  /** A story that its reader had on a device before something was done to it. */
  async function had(change: (author: Person, story: string, reader: Person) => Promise<unknown>) {
    const [author, reader] = [await site.person(), await site.person()];
    const { story } = await write.published(author, { chapters: 2, allowsEbook: true });
    const { document } = await download(site, reader, story._id);
    const device = await koreader(site, reader);
    const { token } = (await site.as(reader).call(createDevice, { body: { name: 'OPDS' } })).body.data;
    await change(author, story._id, reader);
    const file = await send(`/ebooks/${story._id}.epub`, basic(reader.username, token));
    const kobo = await send(`/ebooks/${story._id}.kepub.epub`, basic(reader.username, token));
    const cover = await send(`/opds/cover/${story._id}`, basic(reader.username, token));
    await device.put(document, place);
    const moved = await site.ctx.db
      .selectFrom('reading_positions')
      .select('chapter_id')
      .where('user_id', '=', reader.id)
      .execute();
    site.clock.advance(10 * minute);
    const feed = await send(`/feeds/story/${story._id}.atom`, {});
    return {
      statuses: [file, kobo, cover, feed].map(({ statusCode }) => statusCode),
      moved,
      device,
      document,
    };
  }

  test.each([
    {
      what: 'a story that was withdrawn',
      change: (author: Person, id: string) =>
        site.as(author).call(updateStory, { ...of(id), body: { isPublished: false } }),
    },
    {
      what: 'a story that was deleted',
      change: (author: Person, id: string) => site.as(author).call(deleteStory, of(id)),
    },
    {
      what: 'a story that was taken down',
      change: (_author: Person, id: string) => takeDown(site.ctx, id, 'Copied.'),
    },
  ])('$what', async ({ change }) => {
    const { statuses, moved, device, document } = await had(change);
    expect(statuses).toEqual([404, 404, 404, 404]);
    expect(moved).toEqual([]);
    // The device's own place stays its own.
    expect(await device.get(document)).toMatchObject({ progress: place });
  });

  test('a story whose author has blocked the reader is read as on its page', async () => {
    const { statuses } = await had((author, _id, reader) => site.as(author).call(blockUser, of(reader.id)));
    expect(statuses).toEqual([200, 200, 200, 200]);
  });

  test('chapters that have become exclusive are in no new file, and no place is saved in them', async () => {
    const { moved, statuses } = await had((author, id) =>
      site.as(author).call(setExclusive, { ...of(id), body: { fromChapter: 1 } }),
    );
    expect(statuses.slice(0, 2)).toEqual([200, 200]);
    expect(moved).toEqual([]);
  });
});
