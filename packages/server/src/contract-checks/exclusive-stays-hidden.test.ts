import { readdirSync, readFileSync } from 'node:fs';
import { allCalls } from '@inkling/contract/all';
import { createHighlight, createPassageBookmark } from '@inkling/contract/annotations';
import type { Call } from '@inkling/contract/call';
import { updateChapter } from '@inkling/contract/chapters';
import { postMessage } from '@inkling/contract/chat';
import { postComment } from '@inkling/contract/comments';
import { suggestFix } from '@inkling/contract/fixes';
import { saveGlossaryEntry, setRecap } from '@inkling/contract/glossary';
import { saveChapterProgress } from '@inkling/contract/library';
import { newId } from '@inkling/contract/new-id';
import { emailTopic } from '@inkling/contract/notifications';
import { withPassage } from '@inkling/contract/passage-link';
import { listQueue, report } from '@inkling/contract/reports';
import { setRevisionNote } from '@inkling/contract/revisions';
import { setExclusive } from '@inkling/contract/stories';
import { followStory } from '@inkling/contract/story-follows';
import { beforeAll, describe, expect, test } from 'vitest';
import { findUnmailed, listNewEntries } from '../modules/notifications/index.ts';
import { givePlan, takeBackPlan } from '../modules/plans/index.ts';
import { indexAll } from '../modules/search/index.ts';
import { setAdmin } from '../modules/users/index.ts';
import type { Fixtures } from '../testing/examples.ts';
import { listeningPages } from '../testing/listening-pages.ts';
import { requestOfKey } from '../testing/request-of.ts';
import { responseText } from '../testing/response-text.ts';
import { textOf, writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';
import { createFixtures, inputIn } from './fixtures.ts';

/**
 * The text and the note of an exclusive chapter, and what readers with the right have said about it, contain marker words.
 * No call, page, feed or email returns them to anyone else, though all of it was open before
 * (docs/product/exclusive-chapters.md#the-gate).
 */
const site = testApp({ PLANS: 'on' });
const write = writing(site);
/** Of the chapter's text and note, of what is said about it, and of what the author has written since. */
const [text, said, later] = ['zqxtext', 'zqxsaid', 'zqxlater'];
const markers = [text, said, later];
const contentFilter = { showsMature: true, hiddenTags: [], hiddenWarnings: [] };

let author: Person;
let premium: Person;
/** Had Premium when they highlighted and commented. */
let former: Person;
const others: Record<string, Person | null> = { visitor: null };
const fixtures: Fixtures[] = [];
let story: string;
let chapter: string;
let passage: string;
let first: string;

beforeAll(async () => {
  [author, premium, former] = [await site.person(), await site.person(), await site.person()];
  const [basic, pro, admin, otherAuthor] = [
    await site.person(),
    await site.person(),
    await site.person(),
    await site.person(),
  ];
  await setAdmin(site.ctx.db, admin.id, true);
  for (const person of [premium, former]) await givePlan(site.ctx, person.username, 'premium', null);
  await givePlan(site.ctx, pro.username, 'pro', null);
  const theirs = await createFixtures(site, author);
  const written = await write.published(author, { title: 'The Lamp' });
  story = written.story._id;
  const last = await write.chapter(author, story, { title: 'The end', content: textOf(210, text) });
  chapter = last._id;
  const input = { params: { id: chapter }, body: { authorNotes: `${text} note`, endNotes: `${text} end` } };
  const { version, paragraphIds } = (await site.as(author).call(updateChapter, input)).body.data;
  passage = withPassage(`/story/${story}/chapter/${chapter}`, {
    version,
    paragraph: paragraphIds[0] ?? 0,
    from: 0,
    to: 30,
  });
  await site.as(author).call(saveGlossaryEntry, {
    params: { id: story, entryId: newId(site.clock.now().getTime()) },
    body: { kind: 'place', names: [`${text} name`], notes: [{ chapter, text: `${text} place` }] },
  });
  // Known from an open chapter, with an addition of the exclusive one.
  const known = { chapter: written.chapters[0]?._id ?? '', text: 'A harbor.' };
  await site.as(author).call(saveGlossaryEntry, {
    params: { id: story, entryId: newId(site.clock.now().getTime()) },
    body: { kind: 'place', names: ['Ashport'], notes: [known, { chapter, text: `${text} addition` }] },
  });
  await site.as(author).call(setRecap, { params: { id: chapter }, body: { recap: `${text} recap` } });
  const ends = { startOffset: 0, endOffset: 17 };
  const selected = { storyId: story, chapterId: chapter, version, selectedText: `${text}0 ${text}1` };
  const of = { params: { id: chapter } };
  let parent = '';
  for (const person of [basic, former, premium]) {
    const as = site.as(person);
    await as.call(followStory, { params: { id: story } });
    await as.call(saveChapterProgress, { ...of, body: { progress: 60 } });
    const body = { chapter, content: `${said} comment @${basic.username}`, passage: { version, ...ends } };
    parent = (await as.call(postComment, { body })).body.data._id;
    first ||= parent;
    const message = { storyId: story, chapterId: chapter, message: `${said} message` };
    await as.call(postMessage, { body: message });
  }
  const replying = { parent: first, content: `${said} reply` };
  const reply = (await site.as(premium).call(postComment, { body: replying })).body.data._id;
  const position = { paragraph: 1, offset: 0, version: 1 };
  for (const person of [former, premium]) {
    const body = { ...selected, ...ends, replacement: `${said} fix`, note: `${said} note` };
    await site.as(person).call(suggestFix, { body });
    await site.as(person).call(saveChapterProgress, { ...of, body: { progress: 100, position } });
  }
  const highlighted = { ...selected, ...ends };
  const highlight = await site.as(former).call(createHighlight, { body: highlighted });
  const bookmark = await site.as(former).call(createPassageBookmark, { body: highlighted });
  for (const [subjectKind, subjectId] of [
    ['chapter', chapter],
    ['comment', parent],
  ] as const)
    await site.as(former).call(report, { body: { subjectKind, subjectId, reason: 'spam' } });
  await site.runEvents();
  await indexAll(site.ctx);

  await site.as(author).call(setExclusive, { params: { id: story }, body: { fromChapter: 2 } });
  await takeBackPlan(site.ctx, former.username);
  // The author changes words inside the highlight, and readers with the right go on talking.
  const content = textOf(210, text).replace(`${text}0 `, `${text}0 ${later} `);
  const revised = `${content}\n${textOf(30, later)}`;
  const edited = (await site.as(author).call(updateChapter, { ...of, body: { content: revised } })).body.data;
  await site.as(author).call(setRevisionNote, { ...of, body: { note: `${later} note` } });
  await site.as(premium).call(postComment, { body: { parent: first, content: `${said} again` } });
  const mention = `${said} @${basic.username} @${former.username}`;
  await site.as(premium).call(postComment, {
    body: { chapter, content: mention, passage: { ...ends, version: edited.version } },
  });
  await site.runEvents();
  await site.runJobs();
  await indexAll(site.ctx);

  Object.assign(others, { basic, pro, admin, otherAuthor, former });
  const queue = (await site.as(admin).call(listQueue, {})).body.data;
  const entry = queue.find(({ subjectId }) => subjectId === chapter)?._id ?? '';
  const here = { ...theirs, story, chapter, fixedStory: story, fixableStory: story, reportEntry: entry };
  const marked = { annotatedStory: story, annotatedChapter: chapter };
  const annotated = { highlight: highlight.body.data._id, passageBookmark: bookmark.body.data._id };
  for (const comment of [first, reply]) fixtures.push({ ...here, ...marked, ...annotated, comment });
});

/** What a call returns for the ids of the chapter and of what was said about it, and for searches for the markers. */
async function returned(call: Call, viewer: Person | null): Promise<string> {
  const accepted = Object.keys(call.query?.shape ?? {});
  const urls = new Map<string, ReturnType<typeof requestOfKey>>();
  for (const known of fixtures) {
    const input = inputIn(known, call);
    for (const word of [`${text}0`, said, later])
      for (const names of [
        { story, storyId: story },
        { chapter, chapterId: chapter },
        { storyId: story, chapterId: chapter },
      ]) {
        const given: Record<string, unknown> = {
          ...names,
          q: word,
          search: word,
          anyway: 'true',
          limit: 100,
        };
        const query = Object.fromEntries(Object.entries(given).filter(([name]) => accepted.includes(name)));
        const request = requestOfKey(
          call.key,
          { ...input, query: { ...input.query, ...query } },
          viewer?.token,
        );
        urls.set(String(request.url), request);
      }
  }
  const texts = [];
  for (const request of urls.values()) texts.push(responseText(await site.app.http.inject(request)));
  // A response may repeat what was searched for.
  return [`${text}0`, said, later].reduce((all, word) => all.replaceAll(`"${word}"`, ''), texts.join('\n'));
}

const reads = allCalls
  .map(({ call }) => call)
  .filter(({ method, key }) => method === 'GET' && key !== 'GET /users/me/export');

const found = (body: string): string[] => markers.filter((marker) => body.includes(marker));

/** Where admins decide about what was reported, of which the queue has a copy (docs/product/reports.md#queues). */
const queueCalls = new Set(['GET /admin/reports', 'GET /admin/reports/{id}']);
/** What a reader has selected while they could read it stays theirs. */
const ownWords = new Set([
  'GET /highlights',
  'GET /highlights/{id}',
  'GET /highlights/export',
  'GET /bookmarks',
  'GET /bookmarks/{id}',
  'GET /bookmarks/export',
  'GET /annotations',
  'GET /annotations/export',
]);

describe('the text of an exclusive chapter, and what is said about it [R68]', () => {
  test.each(reads.map((call) => [call.key, call] as const))(
    '%s returns it to no one without the right',
    async (_key, call) => {
      for (const [kind, viewer] of Object.entries(others)) {
        const body = await returned(call, viewer);
        if (kind === 'admin' && queueCalls.has(call.key)) continue;
        const isOwn = kind === 'former' && ownWords.has(call.key);
        // Their own suggestion, without the chapter's words.
        const own = isOwn ? [text] : kind === 'former' && call.key === 'GET /fixes' ? [said] : [];
        expect([kind, found(body).filter((marker) => !own.includes(marker))]).toEqual([kind, []]);
      }
    },
  );

  // Without this, the test above would pass for calls that return nothing to anyone.
  test('is returned to a reader with the right, and to the author', async () => {
    const calls = async (viewer: Person, marker: string) => {
      const keys = [];
      for (const call of reads) if ((await returned(call, viewer)).includes(marker)) keys.push(call.key);
      return keys.toSorted();
    };
    expect(await calls(premium, text)).toEqual(
      expect.arrayContaining([
        ...['GET /chapters/{id}', 'GET /comments', 'GET /comments/chapter/{id}'],
        ...['GET /chapters/{id}/revision', 'GET /stories/{id}/glossary', 'GET /stories/{id}/recaps'],
      ]),
    );
    expect(await calls(premium, said)).toEqual(
      expect.arrayContaining(['GET /comments', 'GET /messages', 'GET /fixes']),
    );
    expect(await calls(author, said)).toContain('GET /stories/{id}/fixes');
    expect(await calls(premium, later)).toContain('GET /chapters/{id}/revision');
    expect(await calls(author, later)).toEqual(
      expect.arrayContaining(['GET /chapters/{id}', 'GET /chapters/{id}/author', 'GET /stories/{id}/export']),
    );
    expect(await calls(former, text)).toEqual(expect.arrayContaining(['GET /highlights']));
  });

  test('is in no page, feed, site map, email, push message or export of others', async () => {
    const pages = await listeningPages(site);
    const paths = ['/', `/story/${story}`, `/reading/${story}`, `/reading/${story}/${chapter}`];
    const passages = [passage, `/story/${story}/chapter/${chapter}`];
    const feeds = ['atom', 'json'].flatMap((kind) => [
      `/feeds/story/${story}.${kind}`,
      `/feeds/user/${author.username}.${kind}`,
    ]);
    const rest = [`/search?q=${text}0`, '/sitemap.xml', '/robots.txt', `/profile/${author.username}`];
    for (const url of [...paths, ...passages, ...feeds, ...rest])
      for (const agent of ['Mozilla/5.0', 'Twitterbot/1.0', 'Googlebot/2.1'])
        for (const target of [
          url,
          `${url.split('?')[0]}.data${url.includes('?') ? `?${url.split('?')[1]}` : ''}`,
        ]) {
          const { body } = await pages.get(target, { 'user-agent': agent, accept: 'text/html,*/*' });
          // A page may repeat its own address.
          expect(found(`${body}`.replaceAll(`q=${text}0`, '')), target).toEqual([]);
        }
    const shared = await pages.get(passage);
    expect([shared.status, `${shared.body}`.includes('The end')]).toEqual([200, true]);
    await pages.close();
    for (const [kind, viewer] of Object.entries(others)) {
      if (viewer === null) continue;
      const recipient = { ...viewer, timeZone: 'UTC', contentFilter };
      const news = JSON.stringify(await listNewEntries(site.ctx, recipient, new Date(0)));
      expect([kind, found(news)]).toEqual([kind, []]);
      const { ids } = await findUnmailed(site.ctx.db, recipient, emailTopic.options, site.clock.now());
      const about = await site.ctx.db
        .selectFrom('notifications')
        .select('kind')
        .where('id', 'in', [...ids, chapter])
        .execute();
      // That something waits for admins says nothing of it.
      const told = about.filter((one) => one.kind !== 'passage' && one.kind !== 'reported');
      expect([kind, told]).toEqual([kind, []]);
      const exported = requestOfKey('GET /users/me/export', {}, viewer.token);
      const body = responseText(await site.app.http.inject(exported));
      // What people wrote themselves is theirs, and so is what they selected.
      const allowed = kind === 'former' ? [text, said] : kind === 'basic' ? [said] : [];
      expect([kind, found(body).filter((marker) => !allowed.includes(marker))]).toEqual([kind, []]);
      for (const word of ['reply', 'again']) expect(body).not.toContain(`${said} ${word}`);
    }
  });
});

/** The files of the server that read texts of chapters or their index: what hands them out asks `visibleTo` or is the author's. */
const readers: Record<string, string> = {
  'admin/storage.queries.ts': 'sizes of tables',
  'analytics/story-figures.queries.ts': 'when versions were saved, for the author',
  'annotations/annotations.queries.ts': 'findReadableText asks visibleTo',
  'annotations/carry.queries.ts': 'moves annotations; textsFor decides what is shown of them',
  'assistant/assistant.queries.ts': 'names in the author’s own chapters; requireAuthor',
  'beta-links/beta-comments.queries.ts': 'ids of paragraphs, for the author',
  'beta-links/beta-links.queries.ts':
    'readers’ chapters are left to them; drafts for whom the author gave a link',
  'chapters/chapter-order.queries.ts': 'ids of paragraphs, for the author',
  'chapters/chapter-trash.queries.ts': 'deletes',
  'chapters/chapters.queries.ts': 'inserts',
  'chapters/chapters.subjects.queries.ts': 'asks visibleTo; the queue has a copy',
  'chapters/check-texts.queries.ts': 'compares sizes for doctor, which prints ids and versions',
  'chapters/personal-data.queries.ts': 'the author’s own export',
  'chapters/restored-versions.queries.ts': 'it writes them, and reads its author’s draft',
  'chapters/versions.queries.ts':
    'findVersion, for the author, and for readChapter, which requires the right',
  'comments/passages.queries.ts': 'the subject was read before, by chapterSubject',
  'comments/personal-data.queries.ts': 'the numbers of paragraphs',
  'ebooks/ebooks.queries.ts': 'asks visibleTo',
  'ereader-sync/ereader-sync.queries.ts': 'ids of paragraphs',
  'exports/exports.queries.ts': 'the author’s own export',
  'feeds/feeds.queries.ts': 'listOpenings asks visibleTo',
  'fixes/fixes.queries.ts': 'findTexts, for the author who applies fixes',
  'library/library.queries.ts': 'ids of paragraphs',
  'replacements/replacements.queries.ts': 'listTexts, for the author who replaces words',
  'revisions/revisions.queries.ts': 'asks visibleTo and wasPublic',
  'search/index.queries.ts': 'indexes',
  'search/matches.queries.ts': 'asks isPublicChapter',
  'search/outdated.queries.ts': 'marks as outdated',
  'search/page.queries.ts': 'asks visibleTo',
  'search/story-search.queries.ts': 'asks visibleTo',
  'sharing/sharing.queries.ts': 'asks visibleTo',
  'stories/text-quota.queries.ts': 'sizes, and erases',
};

test('no other file reads texts of chapters', () => {
  const folder = new URL('../modules/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/\.(test|fixture|fixtures)\.ts$/.test(name),
  );
  const found = files.filter((name) =>
    /chapter_versions|search_pieces/.test(readFileSync(new URL(name, folder), 'utf8')),
  );
  expect(found.toSorted()).toEqual(Object.keys(readers));
});
