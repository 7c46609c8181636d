import {
  addToCollection,
  createCollection,
  deleteCollection,
  getCollection,
  listCollectionsWithStory,
  setCollectedNote,
  updateCollection,
} from '@inkling/contract/collections';
import { editComment } from '@inkling/contract/comments';
import { deletePost, updatePost } from '@inkling/contract/communities';
import { liftMeasure } from '@inkling/contract/measures';
import { newId } from '@inkling/contract/new-id';
import { listNotifications } from '@inkling/contract/notifications';
import { deleteMe } from '@inkling/contract/personal-data';
import { removeRating } from '@inkling/contract/ratings';
import * as calls from '@inkling/contract/reports';
import {
  arrangeSeries,
  createSeries,
  deleteSeries,
  getSeries,
  getSeriesOfStory,
  updateSeries,
} from '@inkling/contract/series';
import { deleteStory } from '@inkling/contract/stories';
import { followStory } from '@inkling/contract/story-follows';
import { deleteStoryNote, editStoryNote, listStoryNotes, postStoryNote } from '@inkling/contract/story-notes';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { day, hour } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { chatMessageSent } from '../chat/chat.events.ts';
import { chatting } from '../chat/chat-for-tests.fixture.ts';
import { commentAdded } from '../comments/comments.events.ts';
import { commenting } from '../comments/comments-for-tests.fixture.ts';
import { postAdded } from '../communities/communities.events.ts';
import { gathering } from '../communities/communities-for-tests.fixture.ts';
import { deleteDue } from '../personal-data/deletion.service.ts';
import { ratingSaved } from '../ratings/ratings.events.ts';
import { rating } from '../ratings/ratings-for-tests.fixture.ts';
import { storyNoteAdded } from '../story-notes/index.ts';
import { eraseTrash } from '../trash/trash.service.ts';
import { setAdmin } from '../users/index.ts';
import { dropGone } from './screening.ts';
import { hasForeignLink } from './spam.ts';

const site = testApp({ NEW_ACCOUNT_HOURS: '24', REPEATED_TEXTS: '3' });
const comments = commenting(site);
const chat = chatting(site);
const ratings = rating(site);
const communities = gathering(site);

const link = 'Cheap lamps at https://lamps.example/now, all of them.';
let staff: Person;
let author: Person;
let story: string;
let chapter: string;
let otherStory: string;
let community: string;
let founder: Person;

beforeAll(async () => {
  staff = await site.person();
  await setAdmin(site.ctx.db, staff.id, true);
  const published = await ratings.story();
  ({ author, story } = published);
  chapter = published.chapters[0] ?? '';
  otherStory = (await writing(site).published(author)).story._id;
  ({ id: community, founder } = await communities.village());
});

/** What a viewer sees of a text. */
interface Seen {
  text: string | null;
  isHeld: boolean;
}

interface Kind {
  kind: calls.ReportSubject;
  /** How notifications name one, and where they lead to it. */
  name: string;
  link(id: string): string;
  /** None for texts of which no one is told. */
  event: { type: string } | null;
  /** A new person who may write one. */
  writer(): Promise<Person>;
  write(who: Person, text: string): Promise<{ id: string; isHeld: boolean }>;
  edit?(who: Person, id: string, text: string): Promise<unknown>;
  remove(who: Person, id: string): Promise<unknown>;
  /** The text in the list that shows it; undefined if it is not there. */
  listed(viewer: Person, id: string): Promise<Seen | undefined>;
  /** How many the list says there are. */
  count(): Promise<number>;
}

/** The stories of notes, by these. */
const noted = new Map<string, string>();
/** The stories in series. */
const parts: string[] = [];

const kinds: Kind[] = [
  {
    kind: 'comment',
    name: 'comment on “The Lamp”',
    link: (id) => `/story/${story}?comment=${id}`,
    event: commentAdded,
    writer: () => site.person(),
    write: async (who, text) => {
      const { _id: id, isHeld } = await comments.post(who, { story }, text);
      return { id, isHeld };
    },
    edit: (who, id, content) => site.as(who).call(editComment, { params: { id }, body: { content } }),
    remove: (who, id) => comments.remove(who, id),
    async listed(viewer, id) {
      const { data, held } = await comments.list(viewer, { story, limit: 100 });
      const found = [...held, ...data].find(({ _id }) => _id === id);
      return found && { text: found.content, isHeld: found.isHeld };
    },
    count: async () => (await comments.list(null, { story })).commentsCount,
  },
  {
    kind: 'review',
    name: 'review of “The Lamp”',
    link: (id) => `/story/${story}?review=${id}`,
    event: ratingSaved,
    writer: () => ratings.reader(chapter),
    write: async (who, review) => {
      const { body } = await ratings.rate(who, story, { rating: 4, review });
      return { id: body.data?._id ?? '', isHeld: body.data?.isHeld ?? false };
    },
    edit: (who, _id, review) => ratings.rate(who, story, { rating: 4, review }),
    remove: (who) => site.as(who).call(removeRating, { params: { id: story } }),
    async listed(viewer, id) {
      const { data, mine } = await ratings.list(viewer, story, { limit: 100 });
      if (mine?._id === id) return { text: mine.review, isHeld: mine.isHeld };
      const found = data.find(({ _id }) => _id === id);
      return found && { text: found.review, isHeld: false };
    },
    count: async () => (await ratings.list(null, story)).summary.reviewsCount,
  },
  {
    kind: 'post',
    name: 'post in “Night Readers”',
    link: (id) => `/community/${community}/posts/${id}`,
    event: postAdded,
    writer: async () => {
      const person = await site.person();
      await communities.join(person, community);
      return person;
    },
    write: async (who, content) => {
      const { _id: id, isHeld } = (await communities.send(who, community, { content })).body.data;
      return { id, isHeld };
    },
    edit: (who, postId, content) =>
      site.as(who).call(updatePost, { params: { id: community, postId }, body: { content } }),
    remove: (who, postId) => site.as(who).call(deletePost, { params: { id: community, postId } }),
    async listed(viewer, id) {
      const { data, held } = (await communities.posts(viewer, community, { limit: 100 })).body;
      const found = [...held, ...data].find(({ _id }) => _id === id);
      return found && { text: found.content, isHeld: found.isHeld };
    },
    count: async () => (await communities.posts(null, community)).body.pagination.total,
  },
  {
    kind: 'message',
    name: 'message in the chat of “The Lamp”',
    link: () => `/story/${story}`,
    event: chatMessageSent,
    writer: () => site.person(),
    write: async (who, text) => {
      const { _id: id, isHeld } = await chat.post(who, { storyId: story, chapterId: null }, text);
      return { id, isHeld };
    },
    remove: (who, id) => chat.remove(who, id),
    async listed(viewer, id) {
      const { data } = await chat.read(viewer, { storyId: story, chapterId: null }, { limit: 100 });
      const found = data.find(({ _id, isHidden, isRemoved }) => _id === id && !isHidden && !isRemoved);
      return found && { text: found.message, isHeld: found.isHeld };
    },
    count: async () => {
      const { data } = await chat.read(staff, { storyId: story, chapterId: null }, { limit: 100 });
      return data.filter(({ isHidden, isRemoved }) => !isHidden && !isRemoved).length;
    },
  },
  {
    kind: 'collection',
    name: 'collection “Lamps”',
    link: (id) => `/collection/${id}`,
    event: null,
    writer: () => site.person(),
    write: async (who, description) => {
      const body = { name: 'Lamps', description, visibility: 'public' as const, storyId: story };
      const { _id: id, withheld } = (await site.as(who).call(createCollection, { body })).body.data;
      return { id, isHeld: withheld === 'held' };
    },
    edit: (who, id, description) =>
      site.as(who).call(updateCollection, { params: { id }, body: { description } }),
    remove: (who, id) => site.as(who).call(deleteCollection, { params: { id } }),
    async listed(viewer, id) {
      const found = await site.as(viewer).call(getCollection, { params: { id } });
      if (found.status === 404) return undefined;
      return { text: found.body.data.description, isHeld: found.body.data.withheld === 'held' };
    },
    count: async () =>
      (await site.as(null).call(listCollectionsWithStory, { params: { id: story } })).body.pagination.total,
  },
  {
    kind: 'series',
    name: 'series “Lamps”',
    link: (id) => `/series/${id}`,
    event: null,
    writer: () => site.person(),
    write: async (who, description) => {
      const part = (await writing(site).published(who)).story._id;
      const { data } = (await site.as(who).call(createSeries, { body: { name: 'Lamps', description } })).body;
      const body = { stories: [part], version: data.version };
      await site.as(who).call(arrangeSeries, { params: { id: data._id }, body });
      parts.push(part);
      return { id: data._id, isHeld: data.withheld === 'held' };
    },
    edit: (who, id, description) =>
      site.as(who).call(updateSeries, { params: { id }, body: { description } }),
    remove: (who, id) => site.as(who).call(deleteSeries, { params: { id } }),
    async listed(viewer, id) {
      const found = await site.as(viewer).call(getSeries, { params: { id } });
      if (found.status === 404) return undefined;
      return { text: found.body.data.description, isHeld: found.body.data.withheld === 'held' };
    },
    async count() {
      const places = parts.map((id) => site.as(null).call(getSeriesOfStory, { params: { id } }));
      return (await Promise.all(places)).filter(({ body }) => body.data !== null).length;
    },
  },
  {
    kind: 'note',
    name: 'note about “The Lamp”',
    link: (id) => `/story/${noted.get(id)}`,
    event: storyNoteAdded,
    writer: () => site.person(),
    write: async (who, text) => {
      const params = { id: (await writing(site).published(who, { title: 'The Lamp' })).story._id };
      const { _id: id, withheld } = (await site.as(who).call(postStoryNote, { params, body: { text } })).body
        .data;
      noted.set(id, params.id);
      await site.as(author).call(followStory, { params });
      return { id, isHeld: withheld === 'held' };
    },
    edit: (who, noteId, text) =>
      site.as(who).call(editStoryNote, { params: { id: noted.get(noteId) ?? '', noteId }, body: { text } }),
    remove: (who, noteId) =>
      site.as(who).call(deleteStoryNote, { params: { id: noted.get(noteId) ?? '', noteId } }),
    async listed(viewer, noteId) {
      const params = { id: noted.get(noteId) ?? '' };
      const { data } = (await site.as(viewer).call(listStoryNotes, { params })).body;
      const [found] = data;
      return found && { text: found.text, isHeld: found.withheld === 'held' };
    },
    async count() {
      const lists = [...noted.values()].map((id) => site.as(null).call(listStoryNotes, { params: { id } }));
      return (await Promise.all(lists)).filter(({ body }) => body.data.length > 0).length;
    },
  },
];
const [ofComments] = kinds as [Kind];

const entriesOf = async (id: string, state: 'open' | 'closed' = 'open') => {
  const { body } = await site.as(staff).call(calls.listQueue, { query: { state, limit: 100 } });
  return body.data.filter(({ subjectId }) => subjectId === id);
};
const decide = (id: string, measure: calls.DecisionKind, { who = staff, reason = 'Advertising' } = {}) =>
  site.as(who).call(calls.decideQueueEntry, { params: { id }, body: { measure, reason } });
const entryId = async (id: string) => (await entriesOf(id))[0]?._id ?? '';
const allow = async (id: string) => decide(await entryId(id), 'dismiss');
const notificationsOf = async (who: Person, subject: Person) => {
  await site.runEvents();
  const { body } = await site.as(who).call(listNotifications, { query: { limit: 50 } });
  return body.data.filter(({ actor }) => actor?._id === subject.id);
};

/** What a person hears of what they wrote themselves. */
const ownNews = async (who: Person) => {
  await site.runEvents();
  const { data } = (await site.as(who).call(listNotifications, {})).body;
  return data.flatMap(({ kind, text, link, actor }) => (actor === null ? [{ kind, text, link }] : []));
};
/** How it is named that one was taken down; collections and series by their names. */
const removedNames: Partial<Record<calls.ReportSubject, string>> = {
  comment: 'your comment',
  review: 'your review',
  message: 'your chat message',
  post: '“Which lamp?”',
  note: 'your note to followers',
};

test('links are addresses of other sites, however they are written', () => {
  const at = (text: string) => hasForeignLink(text, 'https://inkling.example');
  for (const text of [
    link,
    'HTTP://LAMPS.EXAMPLE',
    'See www.lamps.example',
    'See ｗｗｗ.lamps.example',
    'h\u200dttps://lamps.example',
    '[lamps](lamps.example)',
    '[lamps](//lamps.example)',
    'https://inkling.example@lamps.example/',
    'https://inkling.example.lamps.example/',
    'https://inkling.example and https://lamps.example',
  ])
    expect([text, at(text)]).toEqual([text, true]);
  for (const text of [
    'Lamps, and more lamps.',
    'Awww. So sweet',
    'See https://inkling.example/story/1',
    '[this](/story/1) and [that](https://inkling.example/story/2)',
    'He said (quietly): http is a word.',
  ])
    expect([text, at(text)]).toEqual([text, false]);
});

describe.each(kinds)(
  'a $kind with a link, of a new account',
  ({ kind, name, link: linkOf, event, writer, write, listed, count }) => {
    test('is held: only its writer sees it, until it is allowed, once', async () => {
      const person = await writer();
      const emitted = async () => (event === null ? [] : emittedEvents(site, event, person.id));
      const [before, earlier] = [await count(), (await emitted()).length];
      const text = `@${founder.username} ${link}`;
      const { id, isHeld } = await write(person, text);
      expect(isHeld).toBe(true);
      expect(await listed(person, id)).toEqual({ text, isHeld: true });
      for (const viewer of [author, founder, staff]) expect(await listed(viewer, id)).toBeUndefined();
      expect(await count()).toBe(before);
      const told = kind === 'post' ? founder : author;
      expect(await notificationsOf(told, person)).toEqual([]);
      if (kind !== 'review') expect(await emitted()).toHaveLength(earlier);
      const [entry, ...others] = await entriesOf(id);
      expect(others).toEqual([]);
      expect(entry).toMatchObject({
        subjectKind: kind,
        held: { for: 'link', number: 24 },
        reporters: 0,
        reasons: [],
        excerpt: expect.stringContaining('https://lamps.example/now'),
        person: { _id: person.id },
        community: kind === 'post' ? community : null,
      });

      const entryIs = entry?._id ?? '';
      const [one, other] = await Promise.all([decide(entryIs, 'dismiss'), decide(entryIs, 'dismiss')]);
      expect([one.status, other.status].toSorted()).toEqual([200, 409]);
      expect(await entriesOf(id)).toEqual([]);
      for (const viewer of [person, author, staff])
        expect(await listed(viewer, id)).toEqual({ text, isHeld: false });
      expect(await count()).toBe(before + 1);
      if (kind !== 'review' && event !== null) expect(await emitted()).toHaveLength(earlier + 1);
      if (kind !== 'message' && event !== null) expect(await notificationsOf(told, person)).toHaveLength(1);
      expect(await ownNews(person)).toEqual([
        { kind: 'allowed', text: `Your ${name} was checked and is now visible.`, link: linkOf(id) },
      ]);
      expect(await wrongCounters(site.ctx.db)).toEqual([]);
    });

    test('can be removed, which is a measure; lifting it shows the text', async () => {
      const person = await writer();
      const { id } = await write(person, link);
      const { body } = await decide(await entryId(id), 'remove');
      expect(body.data.history).toMatchObject([{ kind: 'remove', endedAt: null }]);
      const [measure] = body.data.history;
      expect((await listed(person, id))?.isHeld ?? false).toBe(false);
      expect(await listed(author, id)).toBeUndefined();
      const thing = removedNames[kind] ?? '“Lamps”';
      expect(await ownNews(person)).toEqual([
        { kind: 'decision', text: `The site’s team took down ${thing}.`, link: '/settings#standing' },
      ]);
      await site.as(staff).call(liftMeasure, { params: { id: measure?._id ?? '' } });
      expect(await listed(author, id)).toEqual({ text: link, isHeld: false });
      expect(await wrongCounters(site.ctx.db)).toEqual([]);
    });
  },
);

describe('a text', () => {
  test('is held from the third time on, whatever it is on; short ones are not', async () => {
    const person = await ratings.reader(chapter);
    await communities.join(person, community);
    const text = 'Lamps for everyone, in every corner.';
    const variants = [text, text.toUpperCase(), `${text}\u200d `, text.replaceAll(' ', '\n')];
    const held = [];
    // A post has a title, too, as have collections and series.
    for (const [index, { write }] of kinds.slice(0, 4).entries())
      if (index !== 2) held.push((await write(person, variants[index] ?? text)).isHeld);
    expect(held).toEqual([false, false, true]);
    const again = await comments.post(person, { story }, text);
    expect(again.isHeld).toBe(true);
    expect((await entriesOf(again._id))[0]?.held).toEqual({ for: 'repeated', number: 4 });
    for (let times = 0; times < 4; times += 1)
      expect((await comments.post(person, { story }, 'Thank you!')).isHeld).toBe(false);
    site.clock.advance(day + 1);
    expect((await comments.post(person, { story }, text)).isHeld).toBe(false);
  });

  test('written several times at once is counted as one after the other', async () => {
    const person = await site.person();
    const text = 'Lamps for everyone, in each corner.';
    const sent = await Promise.all([
      ...Array.from({ length: 3 }, () => comments.post(person, { story }, text)),
      ...Array.from({ length: 3 }, () => chat.post(person, { storyId: story, chapterId: null }, text)),
    ]);
    expect(sent.filter(({ isHeld }) => isHeld)).toHaveLength(4);
    const numbers = await Promise.all(sent.map(async ({ _id }) => (await entriesOf(_id))[0]?.held?.number));
    expect(numbers.filter((number) => number !== undefined).toSorted()).toEqual([3, 4, 5, 6]);
  });

  test('sent again with its id is one text, and has one entry', async () => {
    const person = await site.person();
    const _id = newId(site.clock.now().getTime());
    const send = () => comments.post(person, { _id, story }, link);
    const [one, other] = await Promise.all([send(), send()]);
    expect([one, other, await send()]).toMatchObject(Array(3).fill({ _id, isHeld: true }));
    expect(await entriesOf(_id)).toHaveLength(1);
  });

  test('with a link is not held once the account is a day old, and never of admins', async () => {
    const person = await site.person();
    site.clock.advance(day + 1);
    expect((await comments.post(person, { story }, link)).isHeld).toBe(false);
    const admin = await site.person();
    await setAdmin(site.ctx.db, admin.id, true);
    expect((await comments.post(admin, { story }, link)).isHeld).toBe(false);
  });
});

describe('a held text', () => {
  test('stays held when it is changed, and staff read the new wording; deleting it ends that', async () => {
    for (const { writer, write, edit, remove, listed } of kinds) {
      const person = await writer();
      const { id } = await write(person, link);
      if (edit !== undefined) {
        await edit(person, id, 'No lamps after all.');
        expect(await listed(person, id)).toEqual({ text: 'No lamps after all.', isHeld: true });
        expect(await listed(author, id)).toBeUndefined();
        const [entry] = await entriesOf(id);
        const { body } = await site.as(staff).call(calls.getQueueEntry, { params: { id: entry?._id ?? '' } });
        expect(body.data.copies.at(-1)?.text).toContain('No lamps after all.');
      }
      await remove(person, id);
      expect(await entriesOf(id)).toEqual([]);
      expect(await listed(author, id)).toBeUndefined();
    }
    expect(await wrongCounters(site.ctx.db)).toEqual([]);
  });

  test('that readers knew before is announced to no one again', async () => {
    const person = await site.person();
    const { id } = await ofComments.write(person, 'A lamp!');
    const before = await notificationsOf(author, person);
    await ofComments.edit?.(person, id, link);
    expect(await ofComments.listed(author, id)).toBeUndefined();
    expect(await notificationsOf(author, person)).toEqual([]);
    await allow(id);
    expect(await ofComments.listed(author, id)).toEqual({ text: link, isHeld: false });
    expect(await notificationsOf(author, person)).toHaveLength(before.length);
    expect(await emittedEvents(site, commentAdded, id)).toHaveLength(1);
  });

  test('that is allowed notifies no one who took a name after it was written', async () => {
    for (const { kind, writer, write } of kinds.filter(({ kind }) => kind === 'comment' || kind === 'post')) {
      const person = await writer();
      const named = await site.person();
      const { id } = await write(person, `@later_${kind} and @${named.username}: ${link}`);
      site.clock.advance(hour);
      const late = await site.person(`later_${kind}`);
      await allow(id);
      expect(await notificationsOf(late, person)).toEqual([]);
      expect(await notificationsOf(named, person)).toMatchObject([{ kind: 'mention' }]);
    }
  });

  test('takes no replies, likes and pins, and its replies are seen by their writer alone', async () => {
    const [person, other] = [await site.person(), await site.person()];
    const { id: parent } = await ofComments.write(other, 'Which lamp?');
    const reply = await comments.post(person, { parent }, link);
    const threadOf = async (viewer: Person) =>
      (await comments.list(viewer, { story, limit: 100 })).data.find(({ _id }) => _id === parent);
    expect(await threadOf(person)).toMatchObject({
      replies: 0,
      firstReplies: [{ _id: reply._id, isHeld: true }],
    });
    expect(await threadOf(other)).toMatchObject({ replies: 0, firstReplies: [] });
    for (const who of [person, other]) {
      expect((await comments.send(who, { parent: reply._id })).status).toBe(404);
      expect((await comments.like(who, reply._id)).status).toBe(404);
    }
    await allow(reply._id);
    expect(await threadOf(other)).toMatchObject({ replies: 1, firstReplies: [{ _id: reply._id }] });
  });

  test('that was reported before has the same entry, which its deletion leaves as a report', async () => {
    const [person, reporter] = [await site.person(), await site.person()];
    const { id } = await ofComments.write(person, 'A lamp!');
    const body = { subjectKind: 'comment', subjectId: id, reason: 'spam' } as const;
    await site.as(reporter).call(calls.report, { body });
    await ofComments.edit?.(person, id, link);
    expect(await entriesOf(id)).toMatchObject([{ held: { for: 'link' }, reporters: 1, reasons: ['spam'] }]);
    expect((await site.as(staff).call(calls.report, { body })).status).toBe(404);
    await ofComments.remove(person, id);
    expect(await entriesOf(id)).toMatchObject([{ held: null, reporters: 1 }]);
  });
});

describe('a collection', () => {
  const make = async (who: Person, visibility: 'private' | 'unlisted' | 'public') => {
    const body = { name: 'Lamps', visibility, storyId: story };
    return (await site.as(who).call(createCollection, { body })).body.data._id;
  };
  const note = (who: Person, id: string) =>
    site.as(who).call(setCollectedNote, { params: { id, storyId: story }, body: { note: link } });
  const withheld = async (who: Person, id: string) =>
    (await site.as(who).call(getCollection, { params: { id } })).body.data.withheld;

  test('is held for its notes as well, which staff read', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const [one, other] = [await make(ana, 'public'), await make(bo, 'unlisted')];
    await note(ana, one);
    const body = { storyId: otherStory, note: link };
    await site.as(bo).call(addToCollection, { params: { id: other }, body });
    for (const [who, id] of [
      [ana, one],
      [bo, other],
    ] as const) {
      expect(await withheld(who, id)).toBe('held');
      expect((await site.as(author).call(getCollection, { params: { id } })).status).toBe(404);
      expect(await entriesOf(id)).toMatchObject([{ excerpt: expect.stringContaining('lamps.example') }]);
    }
  });

  test('that is private is nobody’s business, until others could read it', async () => {
    const ana = await site.person();
    const id = await make(ana, 'private');
    await note(ana, id);
    expect([await withheld(ana, id), await entriesOf(id)]).toEqual([null, []]);
    await site.as(ana).call(updateCollection, { params: { id }, body: { visibility: 'unlisted' } });
    expect(await withheld(ana, id)).toBe('held');
    expect((await site.as(author).call(getCollection, { params: { id } })).status).toBe(404);
    // It stays held when it is closed and opened again.
    for (const visibility of ['private', 'public'] as const)
      await site.as(ana).call(updateCollection, { params: { id }, body: { visibility } });
    expect([await withheld(ana, id), (await entriesOf(id)).length]).toEqual(['held', 1]);
  });
});

describe('people who write very much', () => {
  const limited = testApp({
    RATE_LIMIT: 'on',
    NEW_ACCOUNT_HOURS: '24',
    TEXTS_PER_HOUR: '8',
    NEW_ACCOUNT_TEXTS_PER_HOUR: '3',
  });

  test('wait, those with new accounts sooner, whatever it is that they write', async () => {
    const texts = commenting(limited);
    const { story: place } = await texts.story();
    const person = await limited.person();
    const send = async (index: number) => {
      limited.clock.advance(10_000);
      return index % 2 === 0
        ? texts.send(person, { story: place }, `Lamp ${index}`)
        : chatting(limited).send(person, { storyId: place, chapterId: null }, `Lamp ${index}`);
    };
    const statuses = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await send(index)).status);
    const refused = await send(3);
    expect([...statuses, refused.status]).toEqual([201, 201, 201, 429]);
    expect(refused.failure.message).toBe(
      'New accounts can’t write this much in an hour. Please wait 60 minutes, then try again.',
    );
    expect(refused.headers['retry-after']).toBe('3570');
    limited.clock.advance(3570_000 - 10_000);
    expect((await send(4)).status).toBe(201);
    limited.clock.advance(day);
    const later = [];
    for (let index = 10; index < 19; index += 1) later.push((await send(index)).status);
    expect(later).toEqual([...Array(8).fill(201), 429]);
    limited.clock.advance(hour);
    expect((await send(20)).status).toBe(201);
  });
});

/** Ids with an open hold, and ids of texts that are withheld though nothing has removed them; they are the same. */
async function heldNow(): Promise<{ entries: unknown[]; withheld: unknown[] }> {
  const inForce = sql`select subject_id from measures where kind = 'remove' and ended_at is null`;
  const entries = await sql<{ id: string }>`
    select subject_id as id from report_entries where held_for is not null and closed_at is null order by 1`.execute(
    site.ctx.db,
  );
  const withheld = await sql<{ id: string }>`
    select id from (
      select id from comments where taken_down_at is not null
      union all select id from ratings where taken_down_at is not null
      union all select id from community_posts where taken_down_at is not null
      union all select id from chat_messages where taken_down_at is not null and removed_at is null
      union all select id from collections where taken_down_at is not null
      union all select id from story_notes where taken_down_at is not null and text is not null
      union all select id from series where taken_down_at is not null) t
    where id not in (${inForce}) order by 1`.execute(site.ctx.db);
  return { entries: entries.rows.map(({ id }) => id), withheld: withheld.rows.map(({ id }) => id) };
}

test('whatever people and staff do in whatever order, each held text has one open entry, and nothing else has', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          act: fc.constantFrom('write', 'edit', 'delete', 'dismiss', 'remove', 'warn', 'lift', 'report'),
          kind: fc.nat(kinds.length - 1),
          which: fc.nat(5),
          isLink: fc.boolean(),
          isAtOnce: fc.boolean(),
        }),
        { minLength: 6, maxLength: 14 },
      ),
      async (steps) => {
        const reporter = await site.person();
        const texts: { kind: Kind; person: Person; id: string }[] = [];
        let running: Promise<unknown>[] = [];
        for (const [index, { act, kind: of, which, isLink, isAtOnce }] of steps.entries()) {
          const text = isLink ? `${link} ${index}` : `A lamp ${index}.`;
          const one = texts[which % Math.max(1, texts.length)];
          const run = async () => {
            if (act === 'write' || one === undefined) {
              const kind = kinds[of] as Kind;
              const person = await kind.writer();
              texts.push({ kind, person, id: (await kind.write(person, text)).id });
              return;
            }
            const { kind, person, id } = one;
            if (act === 'edit') await kind.edit?.(person, id, text);
            else if (act === 'delete') await kind.remove(person, id);
            else if (act === 'report')
              await site.as(reporter).call(calls.report, {
                body: { subjectKind: kind.kind, subjectId: id, reason: 'spam' },
              });
            else if (act === 'lift') {
              const { rows } = await sql<{ id: string }>`
                select id from measures where subject_id = ${id} and ended_at is null`.execute(site.ctx.db);
              for (const measure of rows)
                await site.as(staff).call(liftMeasure, { params: { id: measure.id } });
            } else await decide(await entryId(id), act);
          };
          running.push(run());
          if (!isAtOnce) {
            await Promise.all(running);
            running = [];
          }
        }
        await Promise.all(running);
        const { entries, withheld } = await heldNow();
        expect(withheld).toEqual(entries);
        for (const { kind, person, id } of texts) {
          const isHeld = entries.includes(id);
          if (isHeld) expect((await kind.listed(person, id))?.isHeld).toBe(true);
          if (isHeld) expect(await kind.listed(staff, id)).toBeUndefined();
        }
        expect(await wrongCounters(site.ctx.db)).toEqual([]);
      },
    ),
    { numRuns: 12 },
  );
}, 120_000);

/** The last, since the people are signed out after it. */
test('a held text goes with the account, and with its story', async () => {
  const person = await site.person();
  const { id } = await ofComments.write(person, link);
  const published = await comments.story();
  const { _id: other } = await comments.post(await site.person(), { story: published.story }, link);
  await site.as(person).call(deleteMe, { body: { password: testPassword } });
  await site.as(published.author).call(deleteStory, { params: { id: published.story } });
  expect([await entriesOf(id), await entriesOf(other)]).toMatchObject([[{ held: {} }], [{ held: {} }]]);
  site.clock.advance(40 * day);
  await deleteDue(site.ctx);
  await eraseTrash(site.ctx);
  await dropGone(site.ctx);
  const { rows } = await sql`
    select from report_entries where subject_id in (${id}, ${other})`.execute(site.ctx.db);
  expect(rows).toEqual([]);
});
