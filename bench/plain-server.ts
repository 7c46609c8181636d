import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import { connectionOf } from './database.ts';
import * as present from './plain-responses.ts';
import * as statements from './plain-statements.ts';

// What `fastify` and `pg` cost without anything of ours: `plain-server.ts <data folder> <port>` responds like Inkling from
// the same rows, with one or two statements a call.

const [dataDir = '', port] = process.argv.slice(2);
const pool = new pg.Pool({ ...connectionOf(dataDir), max: 5 });
// Counters are below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const http = Fastify({ logger: false });
type Row = present.Row;

/** Statements are prepared, as Inkling's are by their text. */
const names = new Map<string, string>();
async function query(text: string, values: unknown[]): Promise<Row[]> {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return (await pool.query<Row>({ name, text, values })).rows;
}

class NotFound extends Error {
  statusCode = 404;
}
const only = (rows: Row[]): Row => {
  const [row] = rows;
  if (row === undefined) throw new NotFound();
  return row;
};

async function viewerOf(request: FastifyRequest): Promise<string> {
  const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
  return only(await query(statements.session, [createHash('sha256').update(token).digest()])).id;
}

const brotli = promisify(brotliCompress);
/** As fast as it goes, for responses that one person gets. */
http.addHook('onSend', async (request, reply, payload) => {
  if (typeof payload !== 'string' || payload.length < 1000) return payload;
  if (!request.headers['accept-encoding']?.includes('br')) return payload;
  reply.header('content-encoding', 'br').removeHeader('content-length');
  return brotli(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
});

interface Asked {
  Params: { id: string; postId: string };
  Querystring: Record<string, string>;
}
/** What a signed-in viewer asks for: `asked` of the address, and the page of a list. */
async function readOf(request: FastifyRequest<Asked>, size: number) {
  const { params, query: asked } = request;
  const [page, limit] = [Number(asked.page ?? 1), Number(asked.limit ?? size)];
  return { viewer: await viewerOf(request), ...params, asked, page, limit, offset: (page - 1) * limit };
}
type Read = Awaited<ReturnType<typeof readOf>>;

const api = '/api/v1';
/** Answers the address with lists of `size`, if the request does not say how many. */
const read = (path: string, size: number, respond: (request: Read) => Promise<object>) =>
  http.get<Asked>(api + path, async (request) => respond(await readOf(request, size)));

read('/home', 10, async ({ viewer }) => {
  const shelves = await query(statements.homeShelves, [viewer]);
  const continued = shelves.filter(({ shelf }) => shelf === 'continueReading').map(({ id }) => id);
  const [cards, entries] = await Promise.all([
    query(statements.cards, [viewer, [...new Set(shelves.map(({ id }) => id))]]),
    query(statements.continued, [viewer, continued]),
  ]);
  return present.home(shelves, cards, entries);
});

read('/stories/library/me', 200, async ({ viewer, asked, page, limit, offset }) => {
  const rows = await query(statements.library(asked.sort ?? '-lastRead'), [viewer, limit, offset]);
  return present.list(rows, page, limit, present.entry);
});

read('/collections/:id', 50, async ({ viewer, id, page, limit, offset }) => {
  const [found, rows] = await Promise.all([
    query(statements.collection, [viewer, id]),
    query(statements.collected, [viewer, id, limit, offset]),
  ]);
  return present.collection(only(found), rows, page, limit);
});

read('/library/history', 30, async ({ viewer, asked, limit }) => {
  const after = asked.after === undefined ? 0 : limit;
  return present.history(await query(statements.history, [viewer, limit, after]));
});

read('/stories', 20, async ({ viewer, asked, page, limit, offset }) => {
  const genres = (asked.genres ?? '').split(',').map((id) => `genre:${id}`);
  const text = statements.discover(asked.sort ?? '-lastUpdated');
  return present.list(await query(text, [viewer, genres, limit, offset]), page, limit, present.card);
});

read('/search/suggestions', 10, async ({ viewer, asked }) => {
  const words = (asked.q ?? '')
    .toLowerCase()
    .split(/\W+/)
    .filter((word) => word !== '');
  return present.suggestions(only(await query(statements.suggestions, [viewer, `${words.join(' & ')}:*`])));
});

read('/search', 20, async ({ viewer, asked }) => {
  const find = (words: string) =>
    Promise.all([
      query(statements.searchStories, [viewer, words]),
      query(statements.searchOthers, [viewer, words]),
    ]);
  const typed = asked.q ?? '';
  const found = await find(typed);
  if (found.some((rows) => rows.length > 0)) return present.search(...found, null);
  const { words } = only(await query(statements.correction, [typed]));
  return present.search(...(await find(words)), words);
});

read('/community', 20, async ({ viewer, page, limit, offset }) =>
  present.list(await query(statements.hub, [viewer, limit, offset]), page, limit),
);

read('/community/:id/posts', 20, async ({ viewer, id, page, limit, offset }) => {
  const [community, rows] = await Promise.all([
    query(statements.postCount, [viewer, id]),
    query(statements.posts, [viewer, id, limit, offset]),
  ]);
  return present.list(rows, page, limit, undefined, only(community).posts);
});

/** The comments on what the first statement finds. */
const commentsOf =
  (subject: string, key: 'id' | 'postId') =>
  async ({ viewer, [key]: id, asked, page, limit, offset }: Read): Promise<object> => {
    const [found, rows] = await Promise.all([
      query(subject, [viewer, id]),
      query(statements.comments(asked.sort ?? 'newest'), [viewer, id, limit, offset]),
    ]);
    return present.comments(only(found), rows, page, limit, viewer);
  };
read('/comments/chapter/:id', 20, commentsOf(statements.commented, 'id'));
read('/community/:id/posts/:postId/comments', 20, commentsOf(statements.commentedPost, 'postId'));

http.post<{ Body: { story: string; content: string } }>(`${api}/comments`, async (request, reply) => {
  const viewer = await viewerOf(request);
  const { story, content } = request.body;
  const row = only(await query(statements.postComment, [viewer, story, content]));
  reply.code(201);
  return { success: true, data: present.comment(row, { story_id: story, is_reached: true }, viewer) };
});

http.put<Asked & { Body: { rating: number } }>(`${api}/stories/:id/rating`, async (request) => {
  const viewer = await viewerOf(request);
  return {
    success: true,
    ...only(await query(statements.rate, [viewer, request.params.id, request.body.rating])),
  };
});

http.post<{ Body: Row }>(`${api}/highlights`, async (request, reply) => {
  const viewer = await viewerOf(request);
  const { chapterId, startOffset, endOffset, selectedText, note = '' } = request.body;
  const values = [viewer, chapterId, startOffset, endOffset, selectedText, note];
  reply.code(201);
  return { success: true, data: only(await query(statements.annotate, values)) };
});

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
read('/analytics/dashboard/author', 0, async ({ viewer, asked }) => {
  const to = asked.to ?? dayOf(Date.now());
  const period = [viewer, asked.from ?? dayOf(Date.parse(to) - 29 * 86_400_000), to];
  const [totals, days, stories, activity] = await Promise.all([
    query(statements.authorTotals, [viewer]),
    query(statements.authorDays, period),
    query(statements.authorStories, period),
    query(statements.authorActivity, [viewer]),
  ]);
  return present.dashboard(only(totals), days, stories, activity);
});

http.post<Asked & { Body: { source: string } }>(`${api}/stories/:id/view`, async (request) => {
  const isMember = request.headers.authorization !== undefined;
  const viewer = isMember ? await viewerOf(request) : String(request.headers['x-forwarded-for']);
  const values = [viewer, request.params.id, request.body.source, isMember];
  return { success: true, ...only(await query(statements.view, values)) };
});

await http.listen({ port: Number(port), host: '127.0.0.1' });
