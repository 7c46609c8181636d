import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { allCalls, allEvents } from '../../packages/contract/src/all.ts';
import type { Access } from '../../packages/contract/src/call.ts';
import { chaptersPerPage, noteExcerptLength } from '../../packages/contract/src/chapters.ts';
import { type ErrorCode, errorStatus } from '../../packages/contract/src/errors.ts';
import { imageFormats, imageKinds, imageMaxBytes } from '../../packages/contract/src/files.ts';
import { importMaxBytes } from '../../packages/contract/src/imports.ts';
import {
  annotationLimits,
  chapterLimits,
  chatLimits,
  commentLimits,
  graceDays,
  longWords,
  passwordLimits,
  profileLimits,
  shortWords,
  storyLimits,
  usernameLimits,
} from '../../packages/contract/src/limits.ts';
import { liveLimits } from '../../packages/contract/src/live.ts';
import { minWordsToPublish } from '../../packages/contract/src/words.ts';
import { bookLimits } from '../../packages/server/src/modules/imports/parse/book.ts';
import type { EventDefinition } from '../../packages/server/src/platform/events/event.ts';
import { bodyOf, parametersOf } from '../../packages/server/src/platform/http/openapi.ts';
import { byAddressInMemory } from '../../packages/server/src/platform/http/rate-limits.ts';
import {
  type Flow,
  storedClasses,
  usualLimits,
} from '../../packages/server/src/platform/http/rate-limits-table.ts';
import { table } from './blocks.ts';

/** When each error code is sent. The types require a text for every code. */
const errorMeanings: Record<ErrorCode, string> = {
  BAD_INPUT: 'a field is missing, malformed or too long, or names something that does not exist',
  WRONG_PASSWORD:
    'a change of password or address, or a deletion of the account, with a wrong password ([account.md](account.md))',
  RESET_LINK_INVALID:
    'an emailed link is unknown, used or expired; the message says how to get another ([account.md](account.md#emails))',
  VERIFICATION_LINK_INVALID: 'the same, for a link that verifies an address',
  TOO_SHORT_TO_PUBLISH: 'a chapter with too few words was to be published ([chapters.md](chapters.md#words))',
  NOTHING_PUBLISHED:
    'a story without a published chapter was to be published ([stories.md](stories.md#publishing)) or exported without drafts ([exports.md](exports.md))',
  NOT_A_BOOK:
    'an uploaded file is clearly in none of the formats that can be imported ([imports.md](imports.md))',
  SIGN_IN_REQUIRED: 'no token, or one that is unknown or has ended',
  WRONG_CREDENTIALS: 'a sign-in did not match',
  NOT_ALLOWED: 'the person may see this and may not do this to it',
  TAKEN_DOWN:
    'a story or chapter that the operator has taken down was to be published; the message has the reason ([admin.md](admin.md#takedowns))',
  FOLDED:
    'the chat of a chapter that the reader has not reached was to be joined without `anyway` ([chat.md](chat.md#rooms))',
  MUTED: 'a person whom the author has muted sends a message to a chat ([chat.md](chat.md#the-author))',
  CHAT_CLOSED: 'a message to a chat that the author has closed ([chat.md](chat.md#the-author))',
  VERIFY_EMAIL_FIRST:
    'an author with an unverified address tried to publish, on a site with `REQUIRE_VERIFICATION` ([stories.md](stories.md#verified-authors))',
  SUSPENDED: 'a suspended person signs in with the right password ([account.md](account.md#suspension))',
  NOT_FOUND: 'it does not exist, or not for this person',
  METHOD_NOT_ALLOWED: 'reserved',
  REQUEST_TIMEOUT:
    'the headers or the body of a request did not arrive in time ([http.md](http.md#request-limits))',
  CONFLICT: 'the request conflicts with something that has changed in the meantime or exists already',
  USERNAME_TAKEN: 'the username is in use',
  EMAIL_TAKEN: 'the address is in use',
  IN_USE: 'a genre that stories use, or an image that something else shows, was to be deleted',
  ID_TAKEN:
    'the id chosen for something new is in use or was used ([ids chosen by the client](contract.md#ids-chosen-by-the-client))',
  TEXT_CHANGED: 'a chapter was saved elsewhere since it was read ([chapters.md](chapters.md#saving))',
  TOO_LARGE:
    'a body, file or picture is too large, or a story has the maximum of chapters; with status 431, the headers of a request',
  QUOTA_REACHED:
    'the stories of the account hold as much text as allowed ([stories.md](stories.md#text-quota)), or its library is full ([library.md](library.md#library-entries))',
  WRONG_TYPE:
    'the body is not JSON, not multipart where a file belongs, compressed, or the file is not an image',
  TOO_MANY_REQUESTS:
    'a limit was reached ([http.md](http.md#rate-limits), [account.md](account.md#failed-sign-ins)); `retry-after` has the seconds to wait',
  INTERNAL: 'a fault of the server; the response contains no internals',
  UNAVAILABLE: 'the database is unavailable or does not respond; `retry-after: 2`',
  BUSY: 'too much at once: locks, a statement that takes too long, or a full queue; with `retry-after`',
  STORAGE_FULL:
    'the disk of the server or of its database is full, or too full for uploads, imports and exports ([http.md](http.md#free-disk-space)); with `retry-after`',
};

const errors = table(
  ['status', 'code', 'when'],
  Object.entries(errorMeanings)
    .map(([code, meaning]): [number, string, string] => [errorStatus[code as ErrorCode], code, meaning])
    .sort(([a], [b]) => a - b)
    .map(([status, code, meaning]) => [String(status), code, meaning]),
);

/** Which calls each flow counts. The types require a text for every flow. */
const flowMeanings: Record<Flow, string> = {
  read: 'GET, signed in',
  search: '[searches](search.md) and quick results, by visitors too',
  visitors: 'GET, visitors',
  write: 'calls that change something',
  sync: 'progress, reading positions and drafts, which clients send by themselves',
  mail: 'requests that send an email',
  upload: 'images and imports',
  export: 'the [export](personal-data.md#export) of personal data',
  storyExport: '[exports](exports.md) of stories, libraries and annotations',
  contact: 'messages to the operator ([site.md](site.md#contact-form))',
  login: 'sign-ins',
  live: 'new [live connections](live.md)',
  page: 'pages and [link previews](stories.md#link-previews)',
  register: 'sign-ups and changes of the email address, which reveal whether an address is in use',
};

const plural = (count: number, unit: string) => (count === 1 ? `a ${unit}` : `in ${count} ${unit}s`);
const timeOf = (milliseconds: number): string => {
  const minutes = milliseconds / 60_000;
  return minutes % 60 === 0
    ? plural(minutes / 60, 'hour').replace('a hour', 'an hour')
    : plural(minutes, 'minute');
};
const rateLimits = table(
  ['flow', 'which calls', 'calls', 'counted by', 'counted in'],
  Object.entries(flowMeanings).map(([name, calls]) => {
    const flow = name as Flow;
    const { max, timeWindow } = usualLimits[flow];
    const stored = storedClasses[flow];
    const by = stored ?? (byAddressInMemory.has(flow) ? 'address' : 'person');
    return [flow, calls, `${max} ${timeOf(timeWindow)}`, by, stored === undefined ? 'memory' : 'database'];
  }),
);

const liveEventMeanings: Record<string, string> = {
  'session:ended': 'the session of this connection has ended; the connection closes',
  'server:closing': 'the server stops; the connection closes, and clients reconnect by themselves',
  'comments:open': 'the page shows the comments on this story or, with `chapterId`, on this chapter',
  'comments:close': 'the page no longer shows them',
  'comments:changed':
    'the comments there have changed; `added` is the id of a new one, and null for any other change',
  'comments:closed': 'the author has closed or opened the comments there, or those of the whole story',
  joinStory: 'the page shows the chat of a story',
  leaveStory: 'the page no longer shows it',
  joinChapter: 'the page shows the chat of a chapter',
  leaveChapter: 'the page no longer shows it',
  chatMessage: 'the person sends a message; the same as `POST /messages`',
  message: 'someone has sent a message to a chat that the page has joined',
  'chat:changed': 'a message was removed (`removed`), or what `GET /messages` says of the room has changed',
  'chat:type': 'the person is typing',
  'chat:typing': 'someone else is typing',
  'chat:readers': 'how many people are reading now, and who is in the chat',
  'chapter:open': 'the author has this chapter, or a new one of a story, open in the editor',
  'chapter:close': 'the author no longer has it open',
  'chapter:changed':
    'another page of the author has saved that chapter (`version`) or written a draft of it (`revision`)',
};
const liveEvents = table(
  ['event', 'sent by', 'payload', 'when'],
  allEvents.map(({ event, by, payload }) => {
    const meaning = liveEventMeanings[event];
    if (meaning === undefined)
      throw new Error(`scripts/docs/facts.ts has no meaning for the live event ${event}.`);
    return [
      `\`${event}\``,
      by,
      Object.keys(payload.shape)
        .map((name) => `\`${name}\``)
        .join(', '),
      meaning,
    ];
  }),
);

const durableEventMeanings: Record<string, string> = {
  'chapter.published': 'a chapter is published, for the first time or again, or created published',
  'chapter.saved': 'an existing chapter gets a new version, or is published or unpublished, by its author',
  'chapter.text-saved': 'readers of a chapter get another version than they had before',
  'story.completed': 'a story becomes published and completed',
  'chapter.finished': "a reader reaches a chapter's end for the first time",
  'words.read':
    'a reader has read another thousand words, or a chapter to its end; the rest of a day two days later',
  'history.deleted': 'a reader deletes their whole reading history',
  'history.day-deleted': 'a reader deletes a day of it',
  'history.item-deleted': 'a reader deletes a story of a day from it',
  'person.followed': 'someone begins to follow a person',
  'person.presence-changed': 'a person begins or stops to show that they are reading',
};
const isDurableEvent = (value: unknown): value is EventDefinition =>
  typeof value === 'object' && value !== null && 'type' in value && 'subject' in value && 'people' in value;

/** The durable events of every `modules/x/x.events.ts`. */
async function durableEventDefinitions(): Promise<EventDefinition[]> {
  const folder = join(import.meta.dirname, '../../packages/server/src/modules');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.events.ts'),
  );
  const exported = await Promise.all(
    files.sort().map((path) => import(pathToFileURL(join(folder, path)).href)),
  );
  return exported.flatMap((all) => Object.values(all).filter(isDurableEvent));
}
const durableEvents = table(
  ['event', 'payload', 'subject', 'emitted when'],
  (await durableEventDefinitions()).map(({ type, payload, subject }) => {
    const meaning = durableEventMeanings[type];
    if (meaning === undefined)
      throw new Error(`scripts/docs/facts.ts has no meaning for the durable event ${type}.`);
    const fields = Object.keys(payload.shape).map((name) => `\`${name}\``);
    return [`\`${type}\``, fields.join(', '), `\`${subject}\``, meaning];
  }),
);

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The longest text that a JSON schema allows, wherever the bound is inside of it; null for none. */
function maxLengthOf(schema: unknown): number | null {
  if (!isObject(schema)) return null;
  if (typeof schema.maxLength === 'number') return schema.maxLength;
  for (const choice of ['anyOf', 'allOf', 'oneOf']) {
    const choices = schema[choice];
    if (!Array.isArray(choices)) continue;
    const found = choices.map(maxLengthOf).filter((length) => length !== null);
    if (found.length > 0) return Math.max(...found);
  }
  return null;
}

/** Every text field of a call with its maximum: of the query and, unless it is a file, of the body. */
const textFields = allCalls.flatMap(({ call }) => {
  const body = bodyOf(call)?.schema;
  const properties = isObject(body) && isObject(body.properties) ? body.properties : {};
  const fields = [
    ...parametersOf(call)
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, schema }): [string, unknown] => [name, schema]),
    ...Object.entries(properties).filter(([, schema]) => !isObject(schema) || schema.format !== 'binary'),
  ];
  return fields.flatMap(([name, schema]) => {
    const max = maxLengthOf(schema);
    return max === null ? [] : [{ name, max, key: call.key }];
  });
});
const number = (value: number) => value.toLocaleString('en');
const textFieldsTable = table(
  ['field', 'characters at most', 'calls'],
  [...Map.groupBy(textFields, ({ name, max }) => `${name} ${max}`).values()]
    .map((group) => [
      `\`${group[0]?.name}\``,
      number(group[0]?.max ?? 0),
      group.map(({ key }) => `\`${key}\``).join(', '),
    ])
    .sort(([a = ''], [b = '']) => a.localeCompare(b)),
);

const mega = (bytes: number) => `${number(bytes / 1024 / 1024)} MB`;
const limits: Record<string, [string, string][]> = {
  account: [['Characters of a password', `${passwordLimits.min} to ${passwordLimits.max}`]],
  users: [
    ['Characters of a username', `${usernameLimits.min} to ${usernameLimits.max}`],
    ['Favorite genres', number(profileLimits.favoriteGenres)],
  ],
  stories: [
    ['Genres of a story', number(storyLimits.genres)],
    ['Words of a short story', `under ${number(shortWords)}`],
    ['Words of a long story', `${number(longWords)} and more`],
  ],
  chapters: [
    ['Chapters in a story', number(chapterLimits.perStory)],
    ['Chapters on a page of a list', number(chaptersPerPage)],
    ["Characters of a version's name", number(chapterLimits.versionName)],
    ['Characters of a chapter', number(chapterLimits.content)],
    ['Words before a chapter can be published', number(minWordsToPublish)],
    ["Characters of an author's note in a list", number(noteExcerptLength)],
  ],
  volumes: [['Volumes in a story', number(storyLimits.volumes)]],
  imports: [
    ['Size of the file', mega(importMaxBytes)],
    ['Unpacked size', mega(bookLimits.unpackedBytes)],
    ['Size of one text file inside an EPUB', mega(bookLimits.entryBytes)],
    ['Unpacked text of a Word or OpenDocument file', mega(bookLimits.documentBytes)],
    ['Files in an EPUB, a Word or an OpenDocument file', number(bookLimits.entries)],
    ['Chapters', number(bookLimits.chapters)],
  ],
  uploads: [
    ['Size of an image', mega(imageMaxBytes)],
    ...Object.entries(imageKinds).map(([kind, { widths }]): [string, string] => [
      `Widths of a stored ${kind === 'avatar' ? 'profile image' : kind}`,
      `${widths.map(number).join(', ')} px, as ${imageFormats.map((format) => format.toUpperCase()).join(' and ')}`,
    ]),
  ],
  annotations: [
    ['Annotations of a person in a story', number(annotationLimits.perStory)],
    ['Characters of a passage', number(annotationLimits.selection)],
    ['Characters of a note', number(annotationLimits.note)],
    ["Characters of a bookmark's title", number(annotationLimits.title)],
    ['Tags of a bookmark', number(annotationLimits.tags)],
  ],
  comments: [
    ['Characters of a comment', number(commentLimits.text)],
    ['Characters of a quotation', number(commentLimits.quote)],
    ['Comments that a person can post in a minute', number(commentLimits.perMinute)],
    ['Comments of a person', number(commentLimits.perPerson)],
    ['Comments on a story and its chapters', number(commentLimits.perStory)],
    ['Replies that come with a comment', number(commentLimits.firstReplies)],
    ['Names in a comment that can be links', number(commentLimits.mentions)],
  ],
  chat: [
    ['Characters of a message', number(chatLimits.text)],
    [`Messages that a person can send in ${chatLimits.seconds} seconds`, number(chatLimits.burst)],
    ['Messages of a person', number(chatLimits.perPerson)],
    ['Messages in a room, removed ones included', number(chatLimits.perRoom)],
    ['Messages of a response, if not requested otherwise', number(chatLimits.history)],
    ['Readers that are named', number(chatLimits.readers)],
    ['People whom an author can mute', number(chatLimits.mutes)],
  ],
  live: [
    ['Size of a message', `${liveLimits.message / 1024} KiB`],
    ['Connections of a person in one process', number(liveLimits.connectionsOfPerson)],
    ['Rooms of a connection', number(liveLimits.roomsOfConnection)],
    ['Characters of events that a connection has not read', number(liveLimits.unread)],
  ],
  'personal-data': [['Days in which a deleted account can be restored', number(graceDays)]],
};

/** Who may make calls of each access level. The types require a text for every level. */
const accessMeanings: Record<Access, string> = {
  public: 'anyone; a valid token adds personal fields',
  user: 'anyone who is signed in',
  owner: 'the owner; others get 403 for what they may see and 404 for what they may not',
  admin: 'a person who was made an admin on the command line',
};

/** The access matrix as recorded by its test: a call, its level and the policies that run for it. */
const accessMatrix = readFileSync(
  join(import.meta.dirname, '../../packages/server/src/contract-checks/access-matrix.tsv'),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'))
  .map(([key = '', level = '', ...policies]) => [
    `\`${key}\``,
    level,
    policies.map((policy) => `\`${policy}\``).join(', '),
  ]);

/** Every generated part of the pages but the settings, by name. */
export const facts: Record<string, string> = {
  'access-levels': table(['level', 'who may call'], Object.entries(accessMeanings)),
  'access-matrix': table(['call', 'level', 'policies'], accessMatrix),
  errors,
  'rate-limits': rateLimits,
  'live-events': liveEvents,
  'durable-events': durableEvents,
  'text-fields': textFieldsTable,
  ...Object.fromEntries(
    Object.entries(limits).map(([page, rows]) => [`limits ${page}`, table(['limit', 'value'], rows)]),
  ),
};
