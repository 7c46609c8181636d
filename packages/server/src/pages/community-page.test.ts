import { deleteChapter } from '@inkling/contract/chapters';
import { deleteComment, pinComment } from '@inkling/contract/comments';
import * as calls from '@inkling/contract/communities';
import { deleteMe } from '@inkling/contract/personal-data';
import { updateStory } from '@inkling/contract/stories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { suspend } from '../modules/measures/index.ts';
import { hour } from '../platform/clock.ts';
import { transaction } from '../platform/db/db.ts';
import { reportableKind } from '../platform/reportable.ts';
import { type ListeningPages, listeningPages } from '../testing/listening-pages.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';
import { testPassword } from '../testing/test-password.ts';

const site = testApp({ PUBLIC_URL: 'https://stories.example' });
const write = writing(site);
const noindex = '<meta name="robots" content="noindex"/>';
let pages: ListeningPages;

beforeAll(async () => {
  pages = await listeningPages(site);
});
afterAll(() => pages.close());

const found = async (founder: Person, body: object = {}) => {
  const about = { name: 'Night & Readers', description: 'Those who read by lamplight.' };
  const created = await site.as(founder).call(calls.createCommunity, { body: { ...about, ...body } });
  return created.body.data._id;
};
const send = async (who: Person, id: string, body: object = {}) => {
  const post = { title: 'Which lamp?', content: 'Oil or wax? See https://lamps.example', ...body };
  return (await site.as(who).call(calls.createPost, { params: { id }, body: post })).body.data._id;
};
const join = (who: Person, id: string) => site.as(who).call(calls.joinCommunity, { params: { id } });
const change = (who: Person, id: string, body: object) =>
  site.as(who).call(calls.updateCommunity, { params: { id }, body });
const page = (id: string, postId?: string) =>
  pages.get(postId === undefined ? `/community/${id}` : `/community/${id}/posts/${postId}`);
/** What the sitemap says of communities and their posts. */
const sitemap = async () => {
  site.clock.advance(hour);
  const index = await site.app.http.inject('/sitemap.xml');
  const files = [...index.body.matchAll(/\/sitemaps\/(?:communities|posts)-[^<]*/g)].map(([path]) => path);
  return (await Promise.all(files.map(async (url) => (await site.app.http.inject(url)).body))).join('\n');
};
const missing = '01900000-0000-7000-8000-000000000000';

test('a visitor reads a public community and its posts, and search engines their metadata', async () => {
  const [ana, ben] = [await site.person(), await site.person()];
  const id = await found(ana);
  await join(ben, id);
  const postId = await send(ben, id);
  const community = await page(id);
  expect(community.status).toBe(200);
  expect(community.body).toContain('<title>Night &amp; Readers - Inkling</title>');
  expect(community.body).toContain('<meta name="description" content="Those who read by lamplight."/>');
  expect(community.body).toContain(`<link rel="canonical" href="https://stories.example/community/${id}"/>`);
  expect(community.body).toContain('Which lamp?');
  expect(community.body).not.toContain('noindex');
  const { status, body } = await page(id, postId);
  expect(status).toBe(200);
  expect(body).toContain('<title>Which lamp? - Inkling</title>');
  expect(body).toContain('<meta property="og:type" content="article"/>');
  expect(body).toContain('rel="ugc nofollow noopener"');
  expect(body).not.toContain('noindex');
  const json = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(body)?.[1] ?? '';
  expect(JSON.parse(json)).toMatchObject({ '@type': 'DiscussionForumPosting', headline: 'Which lamp?' });
});

test('members are named in the HTML only where they wrote or founded something', async () => {
  const [ana, ben] = [await site.person(), await site.person()];
  const id = await found(ana);
  await join(ben, id);
  const postId = await send(ana, id);
  for (const { body } of [await page(id), await page(id, postId)]) {
    expect(body).toContain(ana.username);
    expect(body).not.toContain(ben.username);
  }
});

test('search engines list what the founder allows', async () => {
  const ana = await site.person();
  const id = await found(ana);
  const postId = await send(ana, id);
  for (const isIndexed of [false, true]) {
    await change(ana, id, { isIndexed });
    for (const { body } of [await page(id), await page(id, postId)])
      expect([isIndexed, body.includes(noindex)]).toEqual([isIndexed, !isIndexed]);
  }
});

test('the page of a private community has its public parts, and its posts have none', async () => {
  const ana = await site.person();
  const id = await found(ana);
  const postId = await send(ana, id);
  expect((await page(id, postId)).status).toBe(200);
  expect((await page(id)).body).toContain('Which lamp?');
  await change(ana, id, { isPrivate: true });
  const { status, body } = await page(id);
  expect(status).toBe(200);
  expect(body).toContain('This community is private');
  expect(body).toContain(noindex);
  expect(body).not.toContain('Which lamp?');
  const unknown = await page(missing, missing);
  expect(unknown.status).toBe(404);
  expect(unknown.body).toContain('Post not found');
  const post = await page(id, postId);
  expect([post.status, post.body]).toEqual([404, unknown.body]);
});

test('what is edited, removed, withheld or deleted is so on the next page', async () => {
  const [ana, ben] = [await site.person(), await site.person()];
  const id = await found(ana);
  await join(ben, id);
  const [kept, gone, withheld] = [
    await send(ben, id, { title: 'First title' }),
    await send(ana, id, { title: 'Soon gone' }),
    await send(ben, id, { title: 'Of a suspended person' }),
  ];
  const other = await found(ana);
  const shows = async (words: string) => (await page(id)).body.includes(words);
  for (const words of ['First title', 'Soon gone', 'Of a suspended person'])
    expect([words, await shows(words)]).toEqual([words, true]);
  // A post is under its own community alone.
  expect((await page(other, kept)).status).toBe(404);
  const title = { title: 'Second title' };
  await site.as(ben).call(calls.updatePost, { params: { id, postId: kept }, body: title });
  expect([await shows('First title'), await shows('Second title')]).toEqual([false, true]);
  expect((await page(id, kept)).body).not.toContain('First title');
  expect((await page(id, gone)).status).toBe(200);
  await site.as(ana).call(calls.deletePost, { params: { id, postId: gone } });
  expect([await shows('Soon gone'), (await page(id, gone)).status]).toEqual([false, 404]);
  expect((await page(id, withheld)).status).toBe(200);
  await suspend(site.ctx, ben.id, { reason: 'Unkind words.' });
  await site.runEvents();
  expect([await shows('Of a suspended person'), (await page(id, withheld)).status]).toEqual([false, 404]);
  await site.as(ana).call(calls.deleteCommunity, { params: { id } });
  expect([(await page(id)).status, (await page(id)).body]).toEqual([404, (await page(missing)).body]);
});

test('the number of comments on a post is as of the request', async () => {
  const ana = await site.person();
  const id = await found(ana);
  const postId = await send(ana, id);
  const params = { id, postId };
  const shown = async () => [
    /(\d) comments?</.exec((await page(id)).body)?.[1],
    /Comments <span[^>]*>(\d)</.exec((await page(id, postId)).body)?.[1],
  ];
  expect(await shown()).toEqual(['0', '0']);
  const { body } = await site.as(ana).call(calls.commentOnPost, { params, body: { content: 'Wax.' } });
  expect(await shown()).toEqual(['1', '1']);
  await site.as(ana).call(deleteComment, { params: { id: body.data._id } });
  expect(await shown()).toEqual(['0', '0']);
});

test('the comments on a post are in its page, and what becomes of them is so on the next one [R13]', async () => {
  const ana = await site.person();
  const id = await found(ana);
  const postId = await send(ana, id);
  const params = { id, postId };
  const comment = async (who: Person, content: string, parent?: string) => {
    const body = { content, ...(parent !== undefined && { parent }) };
    return (await site.as(who).call(calls.commentOnPost, { params, body })).body.data._id;
  };
  const shows = async (words: string) => (await page(id, postId)).body.includes(words);
  /** Not only in the page's data. */
  const isInText = async (words: string) =>
    (await page(id, postId)).body.replaceAll(/<script.*?<\/script>/gs, '').includes(words);
  const ways: [string, (writer: Person, commentId: string) => Promise<unknown>][] = [
    ['deleted', (writer, commentId) => site.as(writer).call(deleteComment, { params: { id: commentId } })],
    [
      'held or removed',
      (_, commentId) =>
        transaction(site.ctx.db, async (tx) => {
          await reportableKind(site.ctx, 'comment')?.remove(site.ctx, tx, commentId, null);
        }),
    ],
    ['of a suspended person', ({ id: writerId }) => suspend(site.ctx, writerId, { reason: 'Unkind words.' })],
    [
      'of a deleted account',
      (writer) => site.as(writer).call(deleteMe, { body: { password: testPassword } }),
    ],
  ];
  for (const [way, withdraw] of ways)
    for (const isReply of [false, true]) {
      const writer = await site.person();
      const parent = isReply ? await comment(ana, 'Which one?') : undefined;
      const commentId = await comment(writer, 'Zqxcomment', parent);
      expect([way, isReply, await shows('Zqxcomment'), await shows(writer.username)]).toEqual([
        way,
        isReply,
        true,
        true,
      ]);
      await withdraw(writer, commentId);
      await site.runEvents();
      expect([way, isReply, await shows('Zqxcomment'), await shows(writer.username)]).toEqual([
        way,
        isReply,
        false,
        false,
      ]);
    }
  const edited = await comment(ana, 'First words');
  expect(await shows('First words')).toBe(true);
  // A member may have blocked whoever wrote them.
  expect((await page(id, postId)).body).toMatch(
    /<div data-for="visitor"[^>]*>(?:<p.*?<\/p>)?<ul aria-label="Comments"/,
  );
  const put = { params: { id: edited }, body: { content: 'Second words' } };
  await site.as(ana).call(calls.editPostComment, put);
  expect([await shows('First words'), await shows('Second words')]).toEqual([false, true]);
  // The pinned one is beside the list, however many are newer.
  await site.as(ana).call(pinComment, { params: { id: edited } });
  expect(await shows('Second words')).toBe(true);
  expect(await isInText('Second words')).toBe(true);
  await site.as(ana).call(calls.editPostComment, { ...put, body: { content: 'Third words' } });
  expect([await shows('Second words'), await shows('Third words')]).toEqual([false, true]);
  await change(ana, id, { isPrivate: true });
  expect(await shows('Third words')).toBe(false);
});

test('a post that visitors no longer see leaves no trace in pages, metadata, data and sitemap [R13]', async () => {
  const ana = await site.person();
  const id = await found(ana);
  const ways: [string, (writer: Person, postId: string) => Promise<unknown>][] = [
    ['deleted', (writer, postId) => site.as(writer).call(calls.deletePost, { params: { id, postId } })],
    [
      'held or removed',
      (_, postId) =>
        transaction(site.ctx.db, async (tx) => {
          await reportableKind(site.ctx, 'post')?.remove(site.ctx, tx, postId, null);
        }),
    ],
    ['of a suspended person', ({ id: writerId }) => suspend(site.ctx, writerId, { reason: 'Unkind words.' })],
    [
      'of a deleted account',
      (writer) => site.as(writer).call(deleteMe, { body: { password: testPassword } }),
    ],
  ];
  for (const [way, withdraw] of ways) {
    const writer = await site.person();
    await join(writer, id);
    const postId = await send(writer, id, { title: 'Zqxtitle', content: 'Zqxcontent', tags: ['zqxtag'] });
    const before = [await page(id), await page(id, postId)];
    for (const { body } of before) {
      expect([way, body.includes('Zqxtitle')]).toEqual([way, true]);
      expect([way, body.includes(writer.username)]).toEqual([way, true]);
    }
    expect([way, (await sitemap()).includes(postId)]).toEqual([way, true]);
    await withdraw(writer, postId);
    await site.runEvents();
    const unknown = await page(id, missing);
    const post = await page(id, postId);
    expect([way, post.status, post.body]).toEqual([way, 404, unknown.body]);
    const { body } = await page(id);
    for (const trace of ['Zqx', 'zqx', postId, writer.username])
      expect([way, trace, body.includes(trace)]).toEqual([way, trace, false]);
    expect([way, (await sitemap()).includes(postId)]).toEqual([way, false]);
  }
});

test('the posts of a banned person stay on the pages, as in the calls', async () => {
  const [ana, ben] = [await site.person(), await site.person()];
  const id = await found(ana);
  await join(ben, id);
  const postId = await send(ben, id);
  const body = { reason: 'Zqxreason', until: null };
  await site.as(ana).call(calls.banFromCommunity, { params: { id, userId: ben.id }, body });
  await site.runEvents();
  expect((await site.as(null).call(calls.getPost, { params: { id, postId } })).status).toBe(200);
  for (const { status, body: html } of [await page(id), await page(id, postId)]) {
    expect(status).toBe(200);
    expect(html).toContain('Which lamp?');
    expect(html).not.toContain('Zqxreason');
  }
});

test('who founded it and how many members it has is as of the request', async () => {
  const [ana, ben] = [await site.person(), await site.person()];
  const id = await found(ana, { belongsTo: { kind: 'author' } });
  expect((await page(id)).body).toContain('1 member<');
  await join(ben, id);
  expect((await page(id)).body).toContain('2 members');
  const postId = await send(ben, id);
  expect((await page(id)).body).toContain(ana.username);
  expect((await page(id, postId)).status).toBe(200);
  await suspend(site.ctx, ana.id, { reason: 'Unkind words.' });
  for (const { body, status } of [await page(id), await page(id, postId)])
    expect([status, body.includes(ana.username)]).toEqual([200, false]);
});

test('a post up to a chapter is folded, and not indexed', async () => {
  const ana = await site.person();
  const { story, chapters } = await write.published(ana, { chapters: 2 });
  const id = await found(ana, { belongsTo: { kind: 'story', storyId: story._id } });
  const chapterId = chapters[1]?._id ?? '';
  const body = { title: 'The butler', content: 'It was the butler.', tags: ['endings'], chapterId };
  const postId = await send(ana, id, body);
  const params = { id, postId };
  await site.as(ana).call(calls.commentOnPost, { params, body: { content: 'The butler indeed.' } });
  const shown = async () => [await page(id), await page(id, postId)];
  for (const { body: html, status } of await shown()) {
    expect(status).toBe(200);
    expect(html).not.toMatch(/butler|endings/);
    expect(html).toContain('Sign in to show it.');
  }
  expect((await page(id, postId)).body).toContain(noindex);
  await site.as(ana).call(deleteChapter, { params: { id: chapterId } });
  for (const { body: html } of await shown()) expect(html).not.toMatch(/butler|endings/);
});

test('the pages of a mature story’s community ask first', async () => {
  const ana = await site.person();
  const { story } = await write.published(ana, { title: 'Zqxmature' });
  const rules = ['Zqxrule'];
  const belongsTo = { kind: 'story', storyId: story._id };
  const id = await found(ana, { description: 'Zqxdescription', rules, belongsTo });
  const postId = await send(ana, id, { title: 'Zqxpost', content: 'Zqxcontent' });
  expect((await page(id)).body).toContain('Zqxpost');
  await site.as(ana).call(updateStory, { params: { id: story._id }, body: { audience: 'mature' } });
  for (const { body, status } of [await page(id), await page(id, postId)]) {
    expect(status).toBe(200);
    expect(body).toContain('This community is about a story for mature readers');
    expect(body).toContain(noindex);
    expect(body).not.toContain('Zqx');
  }
});

test('the sitemap lists public communities that have posts, and these, if search engines may [R13]', async () => {
  const ana = await site.person();
  const { story, chapters } = await write.published(ana);
  const belongsTo = { kind: 'story', storyId: story._id };
  const [open, empty, closed, hidden] = [
    await found(ana, { belongsTo }),
    await found(ana),
    await found(ana, { isPrivate: true }),
    await found(ana, { isIndexed: false }),
  ];
  const plain = await send(ana, open);
  const folded = await send(ana, open, { chapterId: chapters[0]?._id });
  const others = [await send(ana, closed), await send(ana, hidden)];
  const listed = async () => {
    const addresses = await sitemap();
    return [open, empty, closed, hidden, plain, folded, ...others].filter((id) =>
      addresses.includes(`/${id}<`),
    );
  };
  expect(await listed()).toEqual([open, plain]);
  await site.as(ana).call(updateStory, { params: { id: story._id }, body: { audience: 'mature' } });
  expect(await listed()).toEqual([]);
});

test('the page of an invitation is not indexed, and knows no token', async () => {
  const ana = await site.person();
  const id = await found(ana, { isPrivate: true });
  const { status, body } = await pages.get(`/community/${id}/invitation`);
  expect(status).toBe(200);
  expect(body).toContain(noindex);
  expect(body).not.toContain('Part of the link is missing');
  const { body: robots } = await site.app.http.inject('/robots.txt');
  expect(robots).toContain('Disallow: /community$');
  expect(robots).not.toMatch(/Disallow: \/community\n/);
});
