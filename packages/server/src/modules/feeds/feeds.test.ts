import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { updateChapter } from '@inkling/contract/chapters';
import { addToCollection, createCollection } from '@inkling/contract/collections';
import * as calls from '@inkling/contract/feeds';
import { saveChapterProgress } from '@inkling/contract/library';
import { importLibrary } from '@inkling/contract/library-files';
import { feedLimits } from '@inkling/contract/limits';
import { muteStory } from '@inkling/contract/notifications';
import { deleteMe } from '@inkling/contract/personal-data';
import { deleteStory, setExclusive, updateStory } from '@inkling/contract/stories';
import { followStory } from '@inkling/contract/story-follows';
import { deleteStoryNote, editStoryNote, postStoryNote } from '@inkling/contract/story-notes';
import { followUser, updatePreferences, updateProfile } from '@inkling/contract/users';
import pino from 'pino';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { day, hour, minute } from '../../platform/clock.ts';
import { execute, firstRow, transaction } from '../../platform/db/db.ts';
import { logSettings } from '../../platform/log.ts';
import { addressOf } from '../../testing/live-client.ts';
import { rawGet } from '../../testing/raw-http.ts';
import { recordStatements } from '../../testing/recorded-statements.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { suspend, takeDown, unsuspend } from '../measures/index.ts';
import { reportableNote } from '../story-notes/story-notes.queries.ts';

const origin = 'https://stories.example';
const site = testApp({ PUBLIC_URL: origin });
const paid = testApp({ PUBLIC_URL: origin, PLANS: 'on' });
const write = writing(site);
const of = (id: string) => ({ params: { id } });
const get = (url: string, headers: Record<string, string> = {}) => site.app.http.inject({ url, headers });
/** After which a chapter is listed. */
const later = () => site.clock.advance(6 * minute);

interface AtomEntry {
  id: string;
  title: string;
  updated: string;
  published: string;
  link: string;
  name: string;
  summary?: string;
  content?: string;
}

/** Parses an Atom feed strictly, and checks what RFC 4287 requires of it. */
function parseAtom(xml: string) {
  const parser = new SaxesParser({ xmlns: true });
  const feed: Record<string, string> = {};
  const entries: Record<string, string>[] = [];
  let text = '';
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    expect(uri).toBe('http://www.w3.org/2005/Atom');
    text = '';
    if (local === 'entry') entries.push({});
    const into = entries.at(-1) ?? feed;
    if (local === 'link') into[`link ${attributes.rel?.value}`] = String(attributes.href?.value);
  });
  parser.on('text', (more) => {
    text += more;
  });
  parser.on('closetag', ({ local }) => {
    const into = entries.at(-1) ?? feed;
    if (text.trim() !== '') into[local] = text;
    text = '';
  });
  parser.write(xml).close();
  for (const one of [feed, ...entries]) {
    expect(one.id).toMatch(/^(https:|urn:uuid:)/);
    expect(one.title).toBeDefined();
    expect(new Date(one.updated ?? '').toISOString()).toBe(one.updated);
  }
  for (const entry of entries) {
    expect(entry.name).toBeDefined();
    expect(entry['link alternate']).toMatch(/^https:/);
  }
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  return { feed, entries: entries as unknown as AtomEntry[] };
}

/** Parses a JSON Feed, and checks what version 1.1 requires of it. */
function parseJsonFeed(text: string) {
  const feed = JSON.parse(text);
  expect(feed).toMatchObject({ version: 'https://jsonfeed.org/version/1.1', title: expect.any(String) });
  for (const item of feed.items) {
    expect(item).toMatchObject({ id: expect.any(String) });
    expect(item.content_text ?? item.content_html).toEqual(expect.any(String));
    expect(new Date(item.date_published).toISOString()).toBe(item.date_published);
  }
  expect(new Set(feed.items.map(({ id }: { id: string }) => id)).size).toBe(feed.items.length);
  return feed;
}

/** The titles in a feed, which are the same in both formats. */
async function titles(path: string, query = ''): Promise<string[]> {
  const [atom, json] = [await get(`${path}.atom${query}`), await get(`${path}.json${query}`)];
  expect([atom.statusCode, json.statusCode], path).toEqual([200, 200]);
  const { entries } = parseAtom(atom.body);
  const found = entries.map(({ title }) => title);
  expect(parseJsonFeed(json.body).items.map(({ title }: { title: string }) => title)).toEqual(found);
  return found;
}

const collect = async (owner: Person, visibility: 'public' | 'unlisted' | 'private', stories: string[]) => {
  const body = { name: `Lamps ${visibility}`, visibility };
  const { _id } = (await site.as(owner).call(createCollection, { body })).body.data;
  for (const storyId of stories)
    await site.as(owner).call(addToCollection, { ...of(_id), body: { storyId } });
  return _id;
};

describe('public feeds', () => {
  test('list a story’s chapters, the newest first, five minutes after publishing', async () => {
    const author = await site.person('feed_ana');
    const { story, chapters } = await write.published(author, { chapters: 2 });
    const path = `/feeds/story/${story._id}`;
    expect(await titles(path)).toEqual([]);
    later();
    expect(await titles(path)).toEqual(['Chapter 2', 'Chapter 1']);
    const third = await write.chapter(author, story._id, { title: 'Withdrawn' });
    site.clock.advance(4 * minute);
    expect(await titles(path)).toHaveLength(2);
    await site.as(author).call(updateChapter, { ...of(third._id), body: { isPublished: false } });
    later();
    expect(await titles(path)).toHaveLength(2);
    const { body } = await get(`${path}.atom`);
    const { feed, entries } = parseAtom(body);
    expect(feed).toMatchObject({
      id: origin + path,
      title: 'The Lamp',
      'link self': `${origin}${path}.atom`,
      'link alternate': `${origin}/story/${story._id}`,
      updated: entries[0]?.updated,
    });
    expect(entries[0]).toMatchObject({
      id: `urn:uuid:${chapters[1]?._id}`,
      'link alternate': `${origin}/story/${story._id}/chapter/${chapters[1]?._id}?from=feed`,
      name: 'feed_ana',
      summary: 'A lamp, and who lit it.',
    });
    // Never a word of a chapter.
    expect(body).not.toMatch(/w1x|w2x|lantern/);
  });

  test('list chapters of all stories of an author, and the stories of a genre and a collection', async () => {
    const author = await site.person('Feed.Bo');
    const one = await write.published(author, { title: 'One' });
    site.clock.advance(minute);
    const two = await write.published(author, { title: 'Two' });
    const collection = await collect(author, 'public', [one.story._id, two.story._id]);
    later();
    const chapter = await write.chapter(author, one.story._id, { title: 'Later' });
    later();
    expect(await titles('/feeds/user/feed.bo')).toEqual(['One: Later', 'Two: Chapter 1', 'One: Chapter 1']);
    const genre = `/feeds/genre/${await write.anyGenre()}`;
    expect((await titles(genre)).slice(0, 2)).toEqual(['One', 'Two']);
    expect((await titles(`/feeds/collection/${collection}`)).toSorted()).toEqual(['One', 'Two']);
    const { entries } = parseAtom((await get(`${genre}.atom`)).body);
    expect(entries[0]).toMatchObject({
      id: `urn:uuid:${one.story._id}`,
      'link alternate': `${origin}/story/${one.story._id}?from=feed`,
      updated: chapter.publishedAt,
    });
  });

  test('of a story list notes to its followers beside the chapters, until they are deleted or taken down', async () => {
    const author = await site.person('feed_notes');
    const { story, chapters } = await write.published(author);
    const path = `/feeds/story/${story._id}`;
    const post = async (text: string): Promise<string> =>
      (await site.as(author).call(postStoryNote, { ...of(story._id), body: { text } })).body.data._id;
    later();
    const first = await post('I’m moving house.\n\nThe next chapter comes in <May>.');
    expect(await titles(path)).toEqual(['Chapter 1']);
    later();
    await write.chapter(author, story._id, { title: 'Chapter 2' });
    later();
    expect(await titles(path)).toEqual(['Chapter 2', 'A note from the author', 'Chapter 1']);
    const before = parseAtom((await get(`${path}.atom`)).body).entries[1];
    expect(before).toMatchObject({
      id: `urn:uuid:${first}`,
      'link alternate': `${origin}/story/${story._id}?from=feed`,
      name: 'feed_notes',
      summary: 'I’m moving house. The next chapter comes in <May>.',
    });
    await site
      .as(author)
      .call(editStoryNote, { params: { id: story._id, noteId: first }, body: { text: 'In June.' } });
    const after = parseAtom((await get(`${path}.atom`)).body).entries[1];
    expect(after).toMatchObject({ published: before?.published, summary: 'In June.' });
    expect(Date.parse(after?.updated ?? '')).toBeGreaterThan(Date.parse(before?.updated ?? ''));
    // Only in the feed of the story, and without its text for a mature one.
    expect(await titles('/feeds/user/feed_notes')).toHaveLength(2);
    const edit = (body: object) => site.as(author).call(updateStory, { ...of(story._id), body });
    await edit({ audience: 'mature' });
    expect((await get(`${path}.atom`)).statusCode).toBe(404);
    const mature = (await get(`${path}.json?mature=1`)).body;
    expect([mature.includes('A note from'), mature.includes('June')]).toEqual([true, false]);
    await edit({ audience: 'everyone' });
    const second = await post('Buy lamps.');
    later();
    expect(await titles(path)).toHaveLength(4);
    await transaction(site.ctx.db, (tx) => reportableNote.remove(site.ctx, tx, second, 'Advertising'));
    expect(await titles(path)).toHaveLength(3);
    await transaction(site.ctx.db, (tx) => reportableNote.restore(site.ctx, tx, second, {}));
    expect(await titles(path)).toHaveLength(4);
    for (const noteId of [first, second])
      await site.as(author).call(deleteStoryNote, { params: { id: story._id, noteId } });
    expect(await titles(path)).toEqual(['Chapter 2', 'Chapter 1']);
    expect(chapters).toHaveLength(1);
  });

  test('have at most fifty entries, of three statements', async () => {
    const author = await site.person();
    const { story } = await write.published(author);
    await execute(site.ctx.db)`
      insert into chapters (story_id, position, published_number, title, is_published, published_at, word_count,
        created_at, updated_at, public_version)
      select ${story._id}, n, n, 'Number ' || n, true, ${site.clock.now()}::timestamptz + n * interval '1 second', 1,
        now(), now(), 1 from generate_series(2, 200) n`;
    site.clock.advance(hour);
    const stop = recordStatements();
    const found = await get(`/feeds/user/${author.username}.atom`);
    expect(stop()).toHaveLength(3);
    const { entries } = parseAtom(found.body);
    expect(entries).toHaveLength(feedLimits.entries);
    expect(entries[0]?.title).toBe('The Lamp: Number 200');
  });

  test('of a person who changed their username have the new address, also at the old one', async () => {
    const author = await site.person('feed_before');
    await write.published(author);
    await site.as(author).call(updateProfile, { body: { username: 'feed_after' } });
    const [before, after] = [
      await get('/feeds/user/feed_before.atom'),
      await get('/feeds/user/feed_after.atom'),
    ];
    expect(before.statusCode).toBe(200);
    expect(before.body).toBe(after.body);
    expect(before.body).not.toContain('feed_before');
  });

  test('contain nothing that visitors may not see, and of mature stories the titles when asked', async () => {
    const { db } = site.ctx;
    await execute(db)`update stories set is_published = false`;
    const [ana, bo, cy] = [await site.person(), await site.person(), await site.person()];
    const hidden = async (word: string, author = ana) => {
      const title = `zqx${word}`;
      const { story, chapters } = await write.published(author, { title, description: `${title} summary` });
      await site.as(author).call(updateChapter, {
        ...of(chapters[0]?._id ?? ''),
        body: { title: `${title} chapter`, baseVersion: 1 },
      });
      return { id: story._id, chapter: chapters[0]?._id ?? '' };
    };
    const shown = await write.published(ana, { title: 'Shown' });
    await write.chapter(ana, shown.story._id, { title: 'zqxdraft chapter', isPublished: false });
    const gone = await write.chapter(ana, shown.story._id, { title: 'zqxtakendown chapter' });
    const draft = await write.draft(ana, { title: 'zqxdraft' });
    const unpublished = await hidden('unpublished');
    const deleted = await hidden('deleted');
    const takenDown = await hidden('takendown');
    const suspended = await hidden('suspended', bo);
    const leaving = await hidden('leaving', cy);
    const mature = await hidden('mature');
    const all = [
      shown.story._id,
      draft._id,
      ...[unpublished, deleted, takenDown, suspended, leaving, mature].map(({ id }) => id),
    ];
    const collection = await collect(
      ana,
      'public',
      all.filter((id) => id !== draft._id),
    );
    const edit = (id: string, body: object) => site.as(ana).call(updateStory, { ...of(id), body });
    await edit(mature.id, { audience: 'mature' });
    await edit(unpublished.id, { isPublished: false });
    await site.as(ana).call(deleteStory, of(deleted.id));
    await takeDown(site.ctx, takenDown.id, 'Copied.');
    await takeDown(site.ctx, gone._id, 'Copied.');
    await suspend(site.ctx, bo.id);
    await site.as(cy).call(deleteMe, { body: { password: testPassword } });
    later();
    const paths = [
      ...all.map((id) => `/feeds/story/${id}`),
      ...[ana, bo, cy].map(({ username }) => `/feeds/user/${username}`),
      `/feeds/genre/${await write.anyGenre()}`,
      `/feeds/collection/${collection}`,
      `/feeds/collection/${await collect(ana, 'private', [shown.story._id])}`,
      `/feeds/collection/${await collect(ana, 'unlisted', [shown.story._id])}`,
    ];
    const bodies = async (query: string) => {
      const found: string[] = [];
      for (const path of paths) {
        for (const format of ['atom', 'json']) {
          const { statusCode, body } = await get(`${path}.${format}${query}`);
          expect([200, 404]).toContain(statusCode);
          if (statusCode === 200) found.push(body);
        }
      }
      return found;
    };
    const usual = await bodies('');
    // Of the story shown, its author, the genre and the collection, in both formats.
    expect(usual).toHaveLength(8);
    expect(usual.every((body) => body.includes('Shown'))).toBe(true);
    expect(usual.join('')).not.toContain('zqx');
    const asked = await bodies('?mature=1');
    expect(asked).toHaveLength(10);
    expect(asked.filter((body) => body.includes('zqxmature'))).toHaveLength(8);
    expect(asked.join('').replaceAll('zqxmature', '')).not.toContain('zqx');
    expect(asked.join('')).not.toContain('zqxmature summary');
    const own = `/feeds/story/${mature.id}`;
    expect((await get(`${own}.atom?mature=1`)).body).toMatch(
      new RegExp(`rel="self"[^>]*${own}\\.atom\\?mature=1"`),
    );
    expect((await get(`${own}.json?mature=1`)).json().feed_url).toMatch(`${own}.json?mature=1`);
    await unsuspend(site.ctx, bo.id);
    expect(await titles(`/feeds/user/${bo.username}`)).toEqual(['zqxsuspended: zqxsuspended chapter']);
  });

  test('show hostile texts as they are', async () => {
    const hostile =
      '</title><script>alert(1)</script> & &amp; ]]> <![CDATA[ "\' \ufffe\uffff\ud83d\ude00 &#0;';
    const author = await site.person();
    await site.as(author).call(updateProfile, { body: { displayName: '<b>&"\ufffe' } });
    const { story } = await write.published(author, { title: hostile, description: hostile });
    // What no call stores.
    await execute(
      site.ctx.db,
    )`update chapters set title = ${`\u0001\u000b\u001b${hostile}`} where story_id = ${story._id}`;
    later();
    const shown = hostile.replaceAll(/[\ufffe\uffff]/g, '');
    const { feed, entries } = parseAtom((await get(`/feeds/story/${story._id}.atom`)).body);
    expect(feed.title).toBe(shown);
    expect(entries).toMatchObject([{ title: shown, name: '<b>&"' }]);
    const json = parseJsonFeed((await get(`/feeds/story/${story._id}.json`)).body);
    expect(json.items[0].title).toBe(`\u0001\u000b\u001b${hostile}`);
  });

  test('of stories and authors have the first paragraphs of chapters, where the author allows it', async () => {
    const author = await site.person();
    const open = await write.published(author, { title: 'Open', allowsEbook: true });
    const shut = await write.published(author, { title: 'Shut' });
    const mature = await write.published(author, { title: 'Ripe', allowsEbook: true, audience: 'mature' });
    later();
    const contentOf = async (path: string) =>
      (parseJsonFeed((await get(`/feeds/${path}`)).body).items as { title: string; content_html?: string }[])
        .map(({ title, content_html: html }) => [title, html?.slice(0, 9) ?? null])
        .sort();
    expect(await contentOf(`story/${open.story._id}.json`)).toEqual([['Chapter 1', '<p>w1x0 w']]);
    expect(await contentOf(`story/${shut.story._id}.json`)).toEqual([['Chapter 1', null]]);
    expect(await contentOf(`story/${mature.story._id}.json?mature=1`)).toEqual([['Chapter 1', null]]);
    const all = await contentOf(`user/${author.username}.json`);
    expect(all).toContainEqual(['Open: Chapter 1', '<p>w1x0 w']);
    expect(all).toContainEqual(['Shut: Chapter 1', null]);
    const { entries } = parseAtom((await get(`/feeds/story/${open.story._id}.atom`)).body);
    expect(entries[0]).toMatchObject({ content: expect.stringMatching(/^<p>w1x0 w1x1/) });
  });

  test('have no paragraphs of exclusive chapters', async () => {
    const author = await paid.person();
    const { story } = await writing(paid).published(author, { allowsEbook: true, chapters: 2 });
    await paid.as(author).call(setExclusive, { ...of(story._id), body: { fromChapter: 2 } });
    paid.clock.advance(6 * minute);
    const { body } = await paid.app.http.inject(`/feeds/story/${story._id}.json`);
    expect(body).toContain('<p>w1x0 w1x1');
    expect(body).toContain('Chapter 2');
    expect(body).not.toContain('w2x');
  });

  test('that do not exist are not found', async () => {
    const { story } = await write.published(await site.person());
    for (const path of [
      `story/${story._id}`,
      `story/${story._id}.rss`,
      'story/x.atom',
      `genre/${story._id}.atom`,
      'user/nobody_here.json',
      'user/%00.atom',
      'constructor/x.atom',
      'mine/x.atom',
      `mine/${'x'.repeat(43)}.json`,
    ]) {
      const { statusCode, headers } = await get(`/feeds/${path}`);
      expect([statusCode, headers['cache-control']], path).toEqual([404, 'no-store']);
    }
  });

  test('are sent once to a reader who names what it has, over a socket', async () => {
    const author = await site.person();
    const { story } = await write.published(author);
    later();
    const url = await addressOf(site);
    for (const [format, type] of [
      ['atom', 'application/atom+xml; charset=utf-8'],
      ['json', 'application/feed+json; charset=utf-8'],
    ]) {
      const target = `/feeds/story/${story._id}.${format}`;
      const first = await rawGet(url, target, { accept: '*/*' });
      expect(first.headers).toMatchObject({ 'content-type': type, 'cache-control': 'public, max-age=300' });
      const { etag = '' } = first.headers;
      for (const headers of [{ 'if-none-match': etag }, { 'if-none-match': `"x", ${etag}` }]) {
        const again = await rawGet(url, target, headers);
        expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag]);
      }
      // A time would hide that an older entry was withdrawn.
      expect(first.headers['last-modified']).toBeUndefined();
      const since = { 'if-modified-since': new Date(site.clock.now().getTime() + day).toUTCString() };
      expect((await rawGet(url, target, since)).status).toBe(200);
      expect((await rawGet(url, target, { 'if-none-match': '"x"' })).status).toBe(200);
      const head = await site.app.http.inject({ method: 'HEAD', url: target });
      expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', etag]);
    }
    await write.chapter(author, story._id);
    later();
    const { headers } = await get(`/feeds/story/${story._id}.atom`);
    expect(headers.etag).not.toBe('');
  });
});

describe('the private feed', () => {
  const create = async (who: Person) => (await site.as(who).call(calls.createPrivateFeed, {})).body.data;
  const pathOf = (address: string) => address.slice(origin.length).replace(/\.atom$/, '');
  const since = async (who: Person) =>
    (await site.as(who).call(calls.getPrivateFeed, {})).body.data.createdAt;

  test('GET, POST and DELETE /feeds/private: its address is shown once, renewed and ended [R60]', async () => {
    const reader = await site.person();
    expect(await since(reader)).toBeNull();
    const first = await create(reader);
    expect(first.atom).toMatch(/^https:\/\/stories\.example\/feeds\/mine\/[\w-]{43}\.atom$/);
    expect(await since(reader)).toBe(first.createdAt);
    expect(await titles(pathOf(first.atom))).toEqual([]);
    const token = /mine\/(.+)\.atom/.exec(first.atom)?.[1] ?? '';
    const { headers, body } = await get(`/feeds/mine/${token}.atom`);
    expect(headers).toMatchObject({
      'cache-control': 'private, max-age=300',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(body).not.toContain(token);
    const stored = await firstRow<{ row: string }>(site.ctx.db)`
      select p::text as row from private_feeds p where user_id = ${reader.id}`;
    expect(stored?.row).not.toContain(token);
    const second = await create(reader);
    expect((await get(`${pathOf(first.atom)}.atom`)).statusCode).toBe(404);
    expect(await titles(pathOf(second.atom))).toEqual([]);
    await site.as(reader).call(calls.deletePrivateFeed, {});
    expect(await since(reader)).toBeNull();
    expect((await get(`${pathOf(second.atom)}.json`)).statusCode).toBe(404);
  });

  test('lists chapters of the last thirty days of what one follows, read or not', async () => {
    const [reader, author, other] = [await site.person(), await site.person(), await site.person()];
    const followed = await write.published(other, { title: 'Followed' });
    const muted = await write.published(author, { title: 'Muted' });
    await write.published(author, { title: 'Theirs' });
    await write.published(author, { title: 'Mature', audience: 'mature' });
    await write.published(other, { title: 'Foreign' });
    await write.published(reader, { title: 'Own' });
    const path = pathOf((await create(reader)).atom);
    await site.as(reader).call(followStory, of(followed.story._id));
    await site.as(reader).call(followUser, { params: { userId: author.id } });
    await site.as(reader).call(muteStory, { params: { storyId: muted.story._id } });
    await site
      .as(reader)
      .call(saveChapterProgress, { ...of(followed.chapters[0]?._id ?? ''), body: { progress: 100 } });
    expect(await titles(path)).toEqual([]);
    later();
    expect((await titles(path)).toSorted()).toEqual(['Followed: Chapter 1', 'Theirs: Chapter 1']);
    const addresses = async () => {
      const { items } = JSON.parse((await get(`${path}.json`)).body) as { items: { url: string }[] };
      return items.map(({ url }) => url).toSorted();
    };
    const theirs = await firstRow<{ id: string }>(site.ctx.db)`
      select id from stories where author_id = ${author.id} and title = 'Theirs'`;
    // Nothing of either is the reader's next chapter: one is read, the other not begun.
    const stories = [followed.story._id, theirs?.id].map((id) => `${origin}/story/${id}?from=feed`);
    expect(await addresses()).toEqual(stories.toSorted());
    await site.as(reader).call(updatePreferences, { body: { showsMature: true } });
    expect((await titles(path)).toSorted()).toEqual([
      'Followed: Chapter 1',
      'Mature: Chapter 1',
      'Theirs: Chapter 1',
    ]);
    const before = `${feedLimits.days} days`;
    await execute(site.ctx.db)`update chapters set published_at = published_at - ${before}::interval`;
    await execute(site.ctx.db)`
      update stories set published_at = published_at - ${before}::interval, last_updated = last_updated - ${before}::interval`;
    expect(await titles(path)).toEqual([]);
    const added = await write.chapter(other, followed.story._id, { title: 'New' });
    later();
    expect(await titles(path)).toEqual(['Followed: New']);
    expect(await addresses()).toEqual([`${origin}/reading/${followed.story._id}/${added._id}?from=feed`]);
    const silent = await write.chapter(other, followed.story._id, { title: 'Silent', isPublished: false });
    await site
      .as(other)
      .call(updateChapter, { ...of(silent._id), body: { isPublished: true, announce: false } });
    later();
    expect(await titles(path)).toEqual(['Followed: New']);
    await suspend(site.ctx, other.id);
    expect(await titles(path)).toEqual([]);
  });

  test('leads who read a story elsewhere to the first chapter that is newer than their import', async () => {
    const [author, reader] = [await site.person(), await site.person()];
    const path = pathOf((await create(reader)).atom);
    const { story } = await write.published(author, { title: 'Imported' });
    await site.as(reader).call(followStory, of(story._id));
    const body = { stories: [{ storyId: story._id, shelf: 'completed' as const }] };
    await site.as(reader).call(importLibrary, { body });
    site.clock.advance(hour);
    const { _id } = await write.chapter(author, story._id, { title: 'New' });
    later();
    const { items } = JSON.parse((await get(`${path}.json`)).body) as { items: { url: string }[] };
    expect(items[0]?.url).toBe(`${origin}/reading/${story._id}/${_id}?from=feed`);
  });

  test('has the first paragraphs of the chapter that is next, where the author allows it', async () => {
    const [reader, author] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(author, { title: 'Open', allowsEbook: true });
    const shut = await write.published(author, { title: 'Shut' });
    const path = pathOf((await create(reader)).atom);
    for (const { _id } of [story, shut.story]) await site.as(reader).call(followStory, of(_id));
    for (const id of [chapters[0]?._id ?? '', shut.chapters[0]?._id ?? ''])
      await site.as(reader).call(saveChapterProgress, { ...of(id), body: { progress: 100 } });
    site.clock.advance(minute);
    const content = ['A *warm* <lamp>.', '', 'Second.', 'Third.', 'Fourth.'].join('\n');
    const filler = Array.from({ length: 210 }, (_, index) => `word${index}`).join(' ');
    for (const id of [story._id, shut.story._id])
      for (const title of ['Next', 'After'])
        await write.chapter(author, id, { title, content: `${content}\n${title} ${filler}` });
    later();
    const { items } = JSON.parse((await get(`${path}.json`)).body) as {
      items: { title: string; content_html?: string }[];
    };
    const shown = items.filter(({ content_html: html }) => html !== undefined);
    expect(shown.map(({ title }) => title)).toEqual(['Open: Next']);
    expect(shown[0]?.content_html).toBe('<p>A warm &#60;lamp&#62;.</p>\n<p>Second.</p>\n<p>Third.</p>');
    const atom = (await get(`${path}.atom`)).body;
    expect(atom).toContain('<content type="html">&#60;p&#62;A warm &#38;#60;lamp');
    expect(atom).not.toContain('Fourth');
    await site.as(author).call(updateStory, { ...of(story._id), body: { audience: 'mature' } });
    await site.as(reader).call(updatePreferences, { body: { showsMature: true } });
    expect((await get(`${path}.json`)).body).not.toContain('warm');
  });

  test('is not found while the account is suspended or due for deletion', async () => {
    const reader = await site.person();
    const path = `${pathOf((await create(reader)).atom)}.json`;
    await suspend(site.ctx, reader.id);
    expect((await get(path)).statusCode).toBe(404);
    await unsuspend(site.ctx, reader.id);
    expect((await get(path)).statusCode).toBe(200);
    const leaving = await site.person();
    const theirs = `${pathOf((await create(leaving)).atom)}.json`;
    await site.as(leaving).call(deleteMe, { body: { password: testPassword } });
    expect((await get(theirs)).statusCode).toBe(404);
  });

  test('of someone who follows 10,000 stories has fifty entries, of two statements', async () => {
    const [reader, author] = [await site.person(), await site.person()];
    const { db } = site.ctx;
    const now = site.clock.now();
    await execute(db)`alter table stories disable trigger user`;
    await execute(db)`alter table chapters disable trigger user`;
    await execute(db)`
      insert into stories (author_id, title, description, is_published, published_at, last_updated, created_at, updated_at,
        chapters, published_chapters)
      select ${author.id}, 'Many ' || n, '', true, ${now}, ${now}::timestamptz + n * interval '1 ms', now(), now(), 1, 1
      from generate_series(1, 10000) n`;
    await execute(db)`
      insert into chapters (story_id, position, published_number, title, is_published, published_at, announced_at,
        word_count, created_at, updated_at, public_version)
      select id, 1, 1, 'First', true, last_updated, last_updated, 1, now(), now(), 1 from stories where author_id = ${author.id}`;
    await execute(db)`alter table stories enable trigger user`;
    await execute(db)`alter table chapters enable trigger user`;
    await execute(db)`
      insert into story_follows (follower_id, story_id, created_at)
      select ${reader.id}, id, now() from stories where author_id = ${author.id}`;
    const path = pathOf((await create(reader)).atom);
    later();
    const stop = recordStatements();
    const found = await titles(path);
    expect(stop()).toHaveLength(4);
    expect(found).toHaveLength(feedLimits.entries);
    expect([found[0], found.at(-1)]).toEqual(['Many 10000: First', 'Many 9951: First']);
  });

  test('has an address that no line of the log contains [R60]', async () => {
    const lines: string[] = [];
    const log = pino(logSettings({ LOG_LEVEL: 'trace' }), { write: (line) => void lines.push(line) });
    const app = await createApp({ ...site.ctx, log });
    const { atom } = await create(await site.person());
    const token = /mine\/(.+)\.atom/.exec(atom)?.[1] ?? '';
    for (const url of [
      `/feeds/mine/${token}.atom`,
      `/feeds/mine/${token}.rss`,
      `/feeds/mine/${token}/.atom`,
      `/feeds/mine/${token}%ff.atom`,
      `/feeds/mine/x${token}.json?${token}`,
    ])
      await app.http.inject({ url });
    expect(lines.filter((line) => line.includes('"request"')).length).toBeGreaterThan(3);
    expect(lines.join('')).not.toContain(token);
    await app.close();
  });
});

describe('GET /feeds/opml', () => {
  const exported = async ({ token }: Person): Promise<string> => {
    return (await get(`/api/v1${calls.exportFeeds.path}`, { authorization: `Bearer ${token}` })).body;
  };

  test('has the public feeds of the stories and people one follows', async () => {
    const [author, reader] = [await site.person(), await site.person()];
    const { story } = await write.published(author, { title: 'Salt & “Amber”' });
    const { story: mature } = await write.published(author, { title: 'Nightfall', audience: 'mature' });
    const { story: withdrawn } = await write.published(author, { title: 'Gone' });
    for (const { _id } of [story, mature, withdrawn]) await site.as(reader).call(followStory, of(_id));
    await site.as(reader).call(followUser, { params: { userId: author.id } });
    await site.as(author).call(updateStory, { ...of(withdrawn._id), body: { isPublished: false } });
    const outlines: Record<string, string>[] = [];
    const parser = new SaxesParser();
    parser.on('opentag', ({ name, attributes }) => {
      if (name === 'outline' && attributes.xmlUrl) outlines.push({ ...attributes });
    });
    parser.write(await exported(reader)).close();
    expect(outlines.map(({ text, xmlUrl, htmlUrl }) => [text, xmlUrl, htmlUrl])).toEqual([
      ['Nightfall', `${origin}/feeds/story/${mature._id}.atom?mature=1`, `${origin}/story/${mature._id}`],
      ['Salt & “Amber”', `${origin}/feeds/story/${story._id}.atom`, `${origin}/story/${story._id}`],
      [
        author.username,
        `${origin}/feeds/user/${author.username}.atom`,
        `${origin}/profile/${author.username}`,
      ],
    ]);
    await suspend(site.ctx, author.id);
    expect(await exported(reader)).not.toContain('xmlUrl');
  });

  test('newsboat imports it, and reads its feeds', async (context) => {
    const run = (args: string[]) => promisify(execFile)('newsboat', args, { timeout: 60_000 });
    if (!(await run(['--version']).catch(() => null)))
      return context.skip('newsboat is not installed on this machine');
    const folder = await mkdtemp(join(tmpdir(), 'newsboat-'));
    try {
      const [author, reader] = [await site.person(), await site.person()];
      const { story, chapters } = await write.published(author, { title: 'Salt & “Amber”', chapters: 2 });
      expect(chapters).toHaveLength(2);
      await site.as(reader).call(followStory, of(story._id));
      later();
      const opml = join(folder, 'feeds.opml');
      await writeFile(opml, (await exported(reader)).replaceAll(origin, await addressOf(site)));
      const files = ['-u', join(folder, 'urls'), '-c', join(folder, 'cache'), '-C', join(folder, 'config')];
      await writeFile(join(folder, 'urls'), '');
      await writeFile(join(folder, 'config'), '');
      await run([...files, '-i', opml]);
      await run([...files, '-x', 'reload']);
      expect((await run([...files, '-x', 'print-unread'])).stdout).toMatch(/^2 /);
    } finally {
      await rm(folder, { recursive: true });
    }
  }, 90_000);
});
