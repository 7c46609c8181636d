import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { allCalls, allEvents } from '../../packages/contract/src/all.ts';
import type { Access } from '../../packages/contract/src/call.ts';
import { noteExcerptLength } from '../../packages/contract/src/chapters.ts';
import { errorStatus } from '../../packages/contract/src/errors.ts';
import { imageFormats, imageKinds, imageMaxBytes } from '../../packages/contract/src/files.ts';
import { importMaxBytes } from '../../packages/contract/src/imports.ts';
import {
  annotationLimits,
  blockLimits,
  chapterLimits,
  chaptersPerPage,
  chatLimits,
  commentLimits,
  communityLimits,
  graceDays,
  longWords,
  passwordLimits,
  profileLimits,
  seriesLimits,
  shortWords,
  storyLimits,
  usernameLimits,
} from '../../packages/contract/src/limits.ts';
import { liveLimits } from '../../packages/contract/src/live.ts';
import { minWordsToPublish } from '../../packages/contract/src/words.ts';
import { checks } from '../../packages/server/src/doctor/checks.ts';
import { listJobs } from '../../packages/server/src/doctor/database-checks.ts';
import { bookLimits } from '../../packages/server/src/modules/imports/parse/book.ts';
import { modules } from '../../packages/server/src/modules.ts';
import { bodyOf, parametersOf } from '../../packages/server/src/platform/api-docs/openapi.ts';
import { readConfig } from '../../packages/server/src/platform/config.ts';
import type { EventDefinition } from '../../packages/server/src/platform/events/event.ts';
import { usualLimits } from '../../packages/server/src/platform/http/rate-limits-table.ts';
import { table } from './blocks.ts';
import { commentsAbove } from './comments-above.ts';

const root = join(import.meta.dirname, '../..');

const contract = 'packages/contract/src';
const entry = /(\w+): /;

const errorMeaning = commentsAbove([`${contract}/error-codes.ts`], entry);
const errors = table(
  ['status', 'code', 'when'],
  Object.entries(errorStatus)
    .sort(([, a], [, b]) => a - b)
    .map(([code, status]) => [String(status), code, errorMeaning(code)]),
);

const plural = (count: number, unit: string) => (count === 1 ? `a ${unit}` : `in ${count} ${unit}s`);
const timeOf = (milliseconds: number): string => {
  const minutes = milliseconds / 60_000;
  return minutes % 60 === 0
    ? plural(minutes / 60, 'hour').replace('a hour', 'an hour')
    : plural(minutes, 'minute');
};
const flowMeaning = commentsAbove(['packages/server/src/platform/http/rate-limits-table.ts'], entry);
const rateLimits = table(
  ['flow', 'which calls', 'calls', 'counted by', 'counted in'],
  Object.entries(usualLimits).map(([flow, { max, timeWindow, by, stored }]) => [
    flow,
    flowMeaning(flow),
    `${max} ${timeOf(timeWindow)}`,
    by,
    stored ? 'database' : 'memory',
  ]),
);

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => `${folder}/${path}`);
/** The fields of a payload; one without fields is described with its event. */
const fieldsOf = (payload: (typeof allEvents)[number]['payload']): string =>
  Object.keys('shape' in payload ? (payload.shape as object) : {})
    .map((name) => `\`${name}\``)
    .join(', ');

const liveEventMeaning = commentsAbove(
  filesIn(contract).filter((path) => path.endsWith('.ts')),
  /export const \w+ = (?:client|server)Event\(\s*'([^']+)'/,
);
const liveEvents = table(
  ['event', 'sent by', 'payload', 'when'],
  allEvents.map(({ event, by, payload }) => [`\`${event}\``, by, fieldsOf(payload), liveEventMeaning(event)]),
);

/** Each decision with its state: the first word of its status, or accepted if it has none. */
const decisions = filesIn('docs/decisions')
  .filter((path) => /\/\d{4}-[^/]+\.md$/.test(path))
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const title = /^# \d+\. (.+)$/m.exec(text)?.[1] ?? '';
    const file = basename(path);
    const state = /^\*\*Status:\*\* (\w+)/m.exec(text)?.[1] ?? 'accepted';
    return { state, line: `- [${Number(file.slice(0, 4))}](${file}): ${title}` };
  });
const decisionsByState = [...Map.groupBy(decisions, ({ state }) => state)]
  .map(
    ([state, of]) =>
      `## ${state[0]?.toUpperCase()}${state.slice(1)}\n\n${of.map(({ line }) => line).join('\n')}`,
  )
  .join('\n\n');

const isDurableEvent = (value: unknown): value is EventDefinition =>
  typeof value === 'object' && value !== null && 'type' in value && 'subject' in value && 'people' in value;

const eventFiles = filesIn('packages/server/src/modules').filter((path) => path.endsWith('.events.ts'));
const durableEventMeaning = commentsAbove(eventFiles, /export const \w+ = defineEvent\(\s*'([^']+)'/);
const exportedByEventFiles: object[] = await Promise.all(
  eventFiles.map((path) => import(pathToFileURL(join(root, path)).href)),
);
const durableEvents = table(
  ['event', 'payload', 'subject', 'emitted when'],
  exportedByEventFiles
    .flatMap((exported): unknown[] => Object.values(exported))
    .filter(isDurableEvent)
    .map(({ type, payload, subject }) => [
      `\`${type}\``,
      fieldsOf(payload),
      `\`${subject}\``,
      durableEventMeaning(type),
    ]),
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
  series: [
    ['Series of an author', number(seriesLimits.perPerson)],
    ['Stories in a series', number(seriesLimits.stories)],
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
  blocks: [['People whom a person can block, and mute', `${number(blockLimits.perKind)} each`]],
  communities: [
    ['Characters of a name', number(communityLimits.name)],
    ['Characters of a description', number(communityLimits.description)],
    ['Rules of a community', number(communityLimits.rules)],
    [
      'Characters of a rule, and of its details',
      `${number(communityLimits.ruleTitle)}, ${number(communityLimits.ruleText)}`,
    ],
    ["Characters of a post's title", number(communityLimits.postTitle)],
    ['Characters of a post', number(communityLimits.postContent)],
    ['Tags of a post', number(communityLimits.tags)],
    ['Posts of a person in 24 hours', number(communityLimits.postsPerDay)],
    ['Communities that a person has joined or asks to join', number(communityLimits.memberships)],
    ['Communities of which a person is the founder', number(communityLimits.founded)],
    ['Communities that belong to a story, or to an author', number(communityLimits.belonging)],
    ['Moderators of a community', number(communityLimits.moderators)],
    ['Pinned posts', number(communityLimits.pinned)],
    ['Pending requests to join', number(communityLimits.requests)],
    ['Bans', number(communityLimits.bans)],
    ['Active invitations', number(communityLimits.invitations)],
    ['Uses of an invitation', number(communityLimits.invitationUses)],
    ['Days of an invitation', number(communityLimits.invitationDays)],
    ['Members that come with a community', number(communityLimits.firstMembers)],
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
  member: 'the members; others get 403 for what they may see and 404 for what they may not',
  moderator: 'a person whom an admin made a moderator of the site, and every admin',
  admin: 'a person who was made an admin on the command line',
};

/** The access matrix as recorded by its test: a call, its level and the policies that run for it. */
const recordedBy = (test: string): string[][] =>
  readFileSync(join(root, `packages/server/src/contract-checks/${test}.tsv`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
const accessMatrix = recordedBy('access-matrix').map(([key = '', level = '', ...policies]) => [
  `\`${key}\``,
  level,
  policies.map((policy) => `\`${policy}\``).join(', '),
]);
const accessRoles = recordedBy('access-roles').map(([key = '', ...statuses]) => [
  `\`${key}\``,
  statuses.join(', '),
]);

const jobs = table(
  ['job', 'runs', 'of'],
  listJobs({ modules, config: readConfig({}) }).map(({ name, cron, module }) => [
    `\`${name}\``,
    cron === null ? 'when needed' : `\`${cron}\``,
    `\`${module}\``,
  ]),
);

const doctor = table(
  ['check', 'looks at'],
  [{ name: 'database', about: 'whether it can be opened' }, ...checks].map(({ name, about }) => [
    `\`${name}\``,
    about,
  ]),
);

/** Every generated part of the pages but the settings, by name. */
export const facts: Record<string, string> = {
  decisions: decisionsByState,
  modules: modules.map(({ name }) => `\`${name}\``).join(', '),
  'access-levels': table(['level', 'who may call'], Object.entries(accessMeanings)),
  'access-matrix': table(['call', 'level', 'policies'], accessMatrix),
  'access-roles': table(['call', 'status'], accessRoles),
  errors,
  'rate-limits': rateLimits,
  jobs,
  doctor,
  'live-events': liveEvents,
  'durable-events': durableEvents,
  'text-fields': textFieldsTable,
  ...Object.fromEntries(
    Object.entries(limits).map(([page, rows]) => [`limits ${page}`, table(['limit', 'value'], rows)]),
  ),
};
