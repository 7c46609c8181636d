import * as calls from '@inkling/contract/beta-links';
import { blockUser, muteUser } from '@inkling/contract/blocks';
import { deleteChapter, updateChapter } from '@inkling/contract/chapters';
import { betaLinkLimits } from '@inkling/contract/limits';
import { newId } from '@inkling/contract/new-id';
import { listNotifications } from '@inkling/contract/notifications';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { allRows, execute, sql } from '../../platform/db/db.ts';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { runJobsNow } from '../../testing/run-jobs-now.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { betaCommented } from './beta-links.events.ts';
import { sweepBetaLinks } from './beta-links.service.ts';
import { personalPart } from './personal-data.queries.ts';

const site = testApp();
const write = writing(site);

const content = 'The *lamp* was out.\n***\nNobody came. The sea was loud.';
const [bea, cy] = ['b'.repeat(43), 'c'.repeat(43)];

let author: Person;
let story: string;
let chapter: string;
let link: { _id: string; token: string };
const linkWith = async (comments: calls.BetaComments, chapters = [chapter]) =>
  (await site.as(author).call(calls.createBetaLink, { params: { id: story }, body: { comments, chapters } }))
    .body.data;
beforeEach(async () => {
  author = await site.person();
  story = (await write.draft(author))._id;
  chapter = (await write.chapter(author, story, { title: 'One', content, isPublished: false }))._id;
  link = await linkWith('all');
});

type By = { who?: Person; secret?: string; name?: string };
const add = ({ who, secret, name = '' }: By, words: string, more: object = {}) => {
  const startOffset = content.indexOf(words);
  const place = { chapter, version: 1, startOffset, endOffset: startOffset + words.length };
  const body = { token: link.token, secret, name, ...place, text: `On ${words}`, ...more };
  return site.as(who ?? null).call(calls.addBetaComment, { body });
};
const idOf = async (by: By, words: string, more: object = {}) => (await add(by, words, more)).body.data._id;
const read = async ({ who, secret }: By) => {
  const body = { token: link.token, secret, chapter };
  const { data } = (await site.as(who ?? null).call(calls.readBetaChapter, { body })).body;
  if (data.isPublished) throw new Error('The chapter is published.');
  return data;
};
const seen = async (by: By) => (await read(by)).comments.map(({ text }) => text);
const change = ({ who, secret }: By, id: string, text = 'Other', token = link.token) =>
  site.as(who ?? null).call(calls.changeBetaComment, { params: { id }, body: { token, secret, text } });
const remove = ({ who, secret }: By, id: string, token = link.token) =>
  site.as(who ?? null).call(calls.deleteBetaComment, { params: { id }, body: { token, secret } });
const received = async (query: { state?: 'open' | 'resolved' } = {}) =>
  (await site.as(author).call(calls.listBetaComments, { params: { id: story }, query })).body.data;
const save = (text: string) =>
  site.as(author).call(updateChapter, { params: { id: chapter }, body: { content: text } });

describe('a beta reader’s comment', () => {
  test('has the words and the paragraph of its passage and the reader’s name, and reaches the author', async () => {
    const account = await site.person();
    await add({ secret: bea, name: '<b>Bea</b> &amp;' }, 'lamp* was');
    await add({ who: account }, 'Nobody came');
    await add({ who: await site.person(), name: 'A friend' }, 'sea');
    const list = await received();
    expect(list).toMatchObject([
      {
        reader: { name: '<b>Bea</b> &amp;', account: null, isAuthor: false },
        quote: 'lamp was',
        paragraph: 1,
        text: 'On lamp* was',
        chapter: { _id: chapter, title: 'One' },
        place: 1,
        isResolved: false,
      },
      { reader: { name: account.username, account: { _id: account.id } }, quote: 'Nobody came' },
      { reader: { name: 'A friend', account: null }, quote: 'sea' },
    ]);
    expect(await emittedEvents(site, betaCommented, story)).toHaveLength(3);
  });

  test('is seen by the other readers of the link only if the author wants that, and never through another link', async () => {
    await add({ secret: bea, name: 'Bea' }, 'lamp');
    await add({ who: author }, 'sea');
    expect(await seen({ secret: cy })).toEqual(['On lamp', 'On sea']);
    const body = { comments: 'author' as const, chapters: [chapter] };
    await site.as(author).call(calls.changeBetaLink, { params: { id: story, linkId: link._id }, body });
    expect(await seen({ secret: bea })).toEqual(['On lamp', 'On sea']);
    expect(await seen({ secret: cy })).toEqual(['On sea']);
    expect(await seen({})).toEqual(['On sea']);
    link = await linkWith('all');
    expect(await seen({ secret: bea })).toEqual([]);
    expect(await received()).toHaveLength(2);
  });

  test('that only the author was to see stays between the two when readers may see each other’s', async () => {
    const openTo = (comments: calls.BetaComments) =>
      site.as(author).call(calls.changeBetaLink, {
        params: { id: story, linkId: link._id },
        body: { comments, chapters: [chapter] },
      });
    await openTo('author');
    const id = await idOf({ secret: bea, name: 'Bea' }, 'lamp');
    await add({ who: author }, 'Nobody');
    await openTo('all');
    await add({ secret: bea, name: 'Bea' }, 'sea');
    await change({ secret: bea }, id, 'Still for you');
    expect(await seen({ secret: bea })).toEqual(['Still for you', 'On Nobody', 'On sea']);
    expect(await seen({ secret: cy })).toEqual(['On Nobody', 'On sea']);
    expect(await received()).toHaveLength(3);
  });

  test('is changed and deleted by whoever wrote it alone, and only through its link', async () => {
    const [account, other] = [await site.person(), await site.person()];
    const [nameless, named] = [
      await idOf({ secret: bea, name: 'Bea' }, 'lamp'),
      await idOf({ who: account }, 'sea'),
    ];
    const second = await linkWith('all');
    for (const by of [{ secret: cy }, {}, { who: other }, { who: author }, { who: account, secret: cy }])
      for (const answer of [await change(by, nameless), await remove(by, nameless)])
        expect(answer.status).toBe(404);
    for (const by of [{ secret: bea }, {}, { who: other }])
      for (const answer of [await change(by, named), await remove(by, named)])
        expect(answer.status).toBe(404);
    expect((await change({ secret: bea }, nameless, 'x', second.token)).status).toBe(404);
    // After signing in, in the same browser.
    expect((await change({ who: account, secret: bea }, nameless, 'Good')).status).toBe(200);
    expect((await change({ secret: bea }, nameless, 'Better')).body.data).toMatchObject({
      text: 'Better',
      isOwn: true,
    });
    expect((await read({ secret: bea })).comments.map(({ isOwn }) => isOwn)).toEqual([true, false]);
    expect((await read({ secret: cy })).comments.map(({ isOwn }) => isOwn)).toEqual([false, false]);
    expect((await read({})).comments.map(({ isOwn }) => isOwn)).toEqual([false, false]);
    expect((await remove({ who: account }, named)).status).toBe(200);
    expect(await seen({})).toEqual(['Better']);
  });

  test('needs a name, which is not the author’s; the author is marked', async () => {
    for (const name of ['', '\u200b', author.username, ` ${author.username.toUpperCase()} `])
      expect((await add({ secret: bea, name }, 'lamp')).status).toBe(400);
    expect((await add({ name: 'Bea' }, 'lamp')).status).toBe(400);
    expect((await add({ secret: 'short', name: 'Bea' }, 'lamp')).status).toBe(400);
    await add({ who: author, name: 'Someone else' }, 'lamp');
    await add({ secret: bea, name: `${author.username}.` }, 'sea');
    expect((await received()).map(({ reader }) => [reader.name, reader.isAuthor])).toEqual([
      [author.username, true],
      [`${author.username}.`, false],
    ]);
    expect(await emittedEvents(site, betaCommented, story)).toHaveLength(1);
  });

  test('is refused where the link does not take it', async () => {
    const other = (await write.chapter(author, story, { content, isPublished: false }))._id;
    const foreign = await write.draft(await site.person());
    const by = { secret: bea, name: 'Bea' };
    for (const one of [other, foreign._id])
      expect((await add(by, 'lamp', { chapter: one })).status).toBe(404);
    expect((await add(by, 'lamp', { endOffset: 9999 })).status).toBe(409);
    expect((await add(by, 'lamp', { version: 2 })).status).toBe(409);
    expect((await add(by, 'lamp', { endOffset: 0 })).status).toBe(400);
    expect((await add(by, '***')).status).toBe(400);
    expect((await add(by, 'lamp', { text: ' ' })).status).toBe(400);
    expect((await add(by, 'lamp', { text: 'x'.repeat(betaLinkLimits.text + 1) })).status).toBe(400);
    const closed = await linkWith('none');
    expect((await add(by, 'lamp', { token: closed.token })).status).toBe(403);
    const id = await idOf(by, 'lamp');
    await site.as(author).call(calls.revokeBetaLink, { params: { id: story, linkId: link._id } });
    for (const { status } of [await add(by, 'lamp'), await change(by, id), await remove(by, id)])
      expect(status).toBe(404);
    expect(await received()).toHaveLength(1);
    link = await linkWith('all');
    const published = (await write.published(author)).story._id;
    const third = (await write.chapter(author, published, { isPublished: false }))._id;
    const body = { comments: 'all' as const, chapters: [third] };
    const { token } = (await site.as(author).call(calls.createBetaLink, { params: { id: published }, body }))
      .body.data;
    await site.as(author).call(updateChapter, { params: { id: third }, body: { isPublished: true } });
    expect((await add(by, 'lamp', { token, chapter: third, startOffset: 0, endOffset: 5 })).status).toBe(403);
  });

  test('is one for one id, and a link takes only so many, also of readers at the same time', async () => {
    const by = { secret: bea, name: 'Bea' };
    const _id = newId(site.clock.now().getTime());
    const twice = await Promise.all([add(by, 'lamp', { _id }), add(by, 'lamp', { _id })]);
    expect(twice.map(({ status }) => status)).toEqual([201, 201]);
    expect((await add({ secret: cy, name: 'Cy' }, 'lamp', { _id })).status).toBe(409);
    await execute(site.ctx.db)`
      insert into beta_comments (link_id, chapter_id, reader_id, paragraph, quote, text, created_at, is_shared)
      select m.link_id, m.chapter_id, m.reader_id, 1, 'lamp', 'More', now(), true
      from beta_comments m, generate_series(1, ${betaLinkLimits.perReader - 2}) where m.id = ${_id}`;
    const more = await Promise.all(Array.from({ length: 4 }, () => add(by, 'sea')));
    expect(more.map(({ status }) => status).sort()).toEqual([201, 413, 413, 413]);
    expect((await add({ secret: cy, name: 'Cy' }, 'sea')).status).toBe(201);
    await execute(site.ctx.db)`
      insert into beta_comments (link_id, chapter_id, reader_id, paragraph, quote, text, created_at, is_shared)
      select m.link_id, m.chapter_id, m.reader_id, 1, 'lamp', 'More', now(), true
      from beta_comments m, generate_series(1, ${betaLinkLimits.comments}) where m.id = ${_id}`;
    expect((await add({ secret: cy, name: 'Cy' }, 'sea')).status).toBe(413);
  });

  test('comes from at most a hundred readers of a link; others read without being told apart', async () => {
    await execute(site.ctx.db)`
      insert into beta_readers (link_id, secret_hash)
      select ${link._id}, sha256(n::text::bytea) from generate_series(1, ${betaLinkLimits.readers - 1}) n`;
    const answers = await Promise.all([bea, cy].map((secret) => add({ secret, name: 'B' }, 'lamp')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 413]);
    expect((await read({ secret: 'd'.repeat(43) })).content).toBe(content);
  });

  test('keeps its paragraph when the text changes, in the order of the text; one whose paragraph is gone comes last', async () => {
    const words = ['lamp', 'Nobody', 'sea'];
    const paragraphs = content.split('\n');
    const shuffles = fc.shuffledSubarray(paragraphs, { minLength: 1 });
    for (const word of words) await add({ secret: bea, name: 'Bea' }, word);
    await fc.assert(
      fc.asyncProperty(
        shuffles,
        fc.array(fc.constant('A new line of text.'), { maxLength: 2 }),
        async (kept, added) => {
          await save([...added, ...kept].join('\n'));
          const { paragraphIds } = await read({ secret: bea });
          const list = await received();
          const places = list.map(({ paragraph }) => paragraphIds.indexOf(paragraph));
          expect(list.map(({ place }) => place)).toEqual(
            places.map((place) => (place < 0 ? null : place + 1)),
          );
          const order = places.map((place) => (place < 0 ? Number.POSITIVE_INFINITY : place));
          expect(order).toEqual(order.toSorted((a, b) => a - b));
          // The paragraph that is shown is the one with the words.
          for (const [index, { quote }] of list.entries()) {
            const line = [...added, ...kept][places[index] ?? -1];
            if (line !== undefined) expect(line).toContain(quote);
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  test('is resolved, opened again and deleted by the author alone', async () => {
    const id = await idOf({ secret: bea, name: 'Bea' }, 'lamp');
    const other = await site.person();
    const own = await write.draft(other);
    const resolve = (who: Person, isResolved: boolean, of = story) =>
      site
        .as(who)
        .call(calls.resolveBetaComment, { params: { id: of, commentId: id }, body: { isResolved } });
    const removing = (who: Person, of = story) =>
      site.as(who).call(calls.removeBetaComment, { params: { id: of, commentId: id } });
    for (const { status } of [await resolve(other, true), await resolve(other, true, own._id)])
      expect(status).toBe(404);
    for (const { status } of [await removing(other), await removing(other, own._id)])
      expect(status).toBe(404);
    await resolve(author, true);
    expect([await received(), await received({ state: 'resolved' })]).toMatchObject([[], [{ _id: id }]]);
    await change({ secret: bea }, id, 'I meant this');
    expect(await received()).toMatchObject([{ text: 'I meant this', isResolved: false }]);
    expect((await removing(author)).status).toBe(200);
    expect(await seen({ secret: bea })).toEqual([]);
  });

  test('is hidden between people of whom one has blocked the other, and from an author who has muted its reader', async () => {
    const [blocked, muted, reader] = [await site.person(), await site.person(), await site.person()];
    for (const who of [blocked, muted]) await add({ who }, 'lamp');
    await site.as(author).call(blockUser, { params: { id: blocked.id } });
    await site.as(author).call(muteUser, { params: { id: muted.id } });
    await site.as(reader).call(blockUser, { params: { id: blocked.id } });
    expect(await received()).toEqual([]);
    expect((await add({ who: blocked }, 'sea')).status).toBe(404);
    const opening = { body: { token: link.token } };
    expect((await site.as(blocked).call(calls.openBetaLink, opening)).status).toBe(404);
    expect(await seen({ who: reader })).toEqual(['On lamp']);
    expect((await add({ who: muted }, 'sea')).status).toBe(201);
    expect(await emittedEvents(site, betaCommented, story)).toHaveLength(2);
  });

  test('goes with the account that wrote it, and is kept for ninety days after the link has ended', async () => {
    const reader = await site.person();
    await add({ who: reader, name: 'Someone' }, 'lamp');
    await add({ secret: bea, name: 'Bea' }, 'sea');
    const exported = async (who: Person) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(personalPart.lists?.(who.id) ?? {}).map(async ([path, query]) => [
            path,
            (await query.execute(site.ctx.db)).rows,
          ]),
        ),
      );
    expect(await exported(author)).toMatchObject({
      'beta-links.json': [{ story, comments: 'all', chapters: [chapter] }],
      'beta-comments-received.json': [{ name: 'Someone', quote: 'lamp' }, { name: 'Bea' }],
      'beta-comments-written.json': [],
    });
    expect(await exported(reader)).toMatchObject({
      'beta-links.json': [],
      'beta-comments-received.json': [],
      'beta-comments-written.json': [{ chapter, name: 'Someone', quote: 'lamp' }],
      'beta-chapters-read.json': [],
    });
    await execute(site.ctx.db)`delete from users where id = ${reader.id}`;
    expect((await received()).map(({ reader: { name } }) => name)).toEqual(['Bea']);
    await site.as(author).call(calls.revokeBetaLink, { params: { id: story, linkId: link._id } });
    const sweep = async (days: number) => {
      site.clock.set(new Date(site.clock.now().getTime() + days * day));
      await runJobsNow(site.ctx, sweepBetaLinks);
      return (await allRows(site.ctx.db)`select from beta_comments where link_id = ${link._id}`).length;
    };
    expect(await sweep(betaLinkLimits.keptDays - 1)).toBe(1);
    expect(await sweep(2)).toBe(0);
  });
});

describe('a beta reader', () => {
  test('sees which chapters have changed since they opened them, and what they read', async () => {
    const account = await site.person();
    const second = (await write.chapter(author, story, { content: textOf(9), isPublished: false }))._id;
    link = await linkWith('none', [chapter, second]);
    const changed = async ({ who, secret }: By) =>
      (
        await site.as(who ?? null).call(calls.openBetaLink, { body: { token: link.token, secret } })
      ).body.data.chapters
        .filter(({ isChanged }) => isChanged)
        .map(({ _id }) => _id);
    const readers: By[] = [{ who: account }, { secret: bea }];
    for (const by of readers) expect((await read(by)).before).toBeNull();
    await save('Newer.');
    for (const by of [...readers, { secret: cy }, {}])
      expect(await changed(by)).toEqual(readers.includes(by) ? [chapter] : []);
    for (const by of readers) {
      expect((await read(by)).before).toEqual({ content });
      expect((await read(by)).before).toBeNull();
      expect(await changed(by)).toEqual([]);
    }
    expect((await read({ secret: cy })).before).toBeNull();
    expect((await read({})).before).toBeNull();
  });

  test('comments on the text that they opened, though the author has saved a newer one', async () => {
    await read({ secret: bea });
    await save(content.replace('sea was', 'wind was'));
    expect((await add({ secret: bea, name: 'Bea' }, 'sea was')).status).toBe(201);
    expect((await add({ secret: cy, name: 'Cy' }, 'sea was')).status).toBe(409);
    expect(await received()).toMatchObject([{ quote: 'sea was', paragraph: 3, place: 3 }]);
  });

  test('is news to the author, once an hour for a story, until nothing is open', async () => {
    await add({ secret: bea, name: 'Bea' }, 'lamp');
    await add({ secret: cy, name: 'Cy' }, 'sea');
    const news = async () => {
      await site.runEvents();
      return (await site.as(author).call(listNotifications, {})).body.data;
    };
    expect(await news()).toMatchObject([
      { kind: 'beta', text: 'Beta readers commented on “The Lamp”.', link: `/write/${story}/beta-readers` },
    ]);
    for (const one of await received())
      await site.as(author).call(calls.resolveBetaComment, {
        params: { id: story, commentId: one._id },
        body: { isResolved: true },
      });
    expect(await news()).toEqual([]);
  });

  test('is news only as long as the author is shown a comment of someone else', async () => {
    const reader = await site.person();
    await add({ who: reader }, 'lamp');
    await add({ who: author }, 'sea');
    const kinds = async () => {
      await site.runEvents();
      return (await site.as(author).call(listNotifications, {})).body.data.map(({ kind }) => kind);
    };
    expect(await kinds()).toEqual(['beta']);
    for (const column of ['suspended_at', 'deletion_due_at']) {
      const set = (value: Date | null) =>
        execute(site.ctx.db)`update users set ${sql.ref(column)} = ${value} where id = ${reader.id}`;
      await set(site.clock.now());
      expect(await kinds()).toEqual([]);
      await set(null);
      expect(await kinds()).toEqual(['beta']);
    }
    await site.as(author).call(deleteChapter, { params: { id: chapter } });
    expect(await kinds()).toEqual([]);
  });
});
