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
  Params: { id: string };
  Querystring: Record<string, string>;
}
const pageOf = ({ query }: FastifyRequest<Asked>, size: number) => {
  const [page, limit] = [Number(query.page ?? 1), Number(query.limit ?? size)];
  return { page, limit, offset: (page - 1) * limit };
};

const api = '/api/v1';
http.get(`${api}/home`, async (request) => {
  const viewer = await viewerOf(request);
  const shelves = await query(statements.homeShelves, [viewer]);
  const continued = shelves.filter(({ shelf }) => shelf === 'continueReading').map(({ id }) => id);
  const [cards, entries] = await Promise.all([
    query(statements.cards, [viewer, [...new Set(shelves.map(({ id }) => id))]]),
    query(statements.continued, [viewer, continued]),
  ]);
  return present.home(shelves, cards, entries);
});

http.get<Asked>(`${api}/stories/library/me`, async (request) => {
  const viewer = await viewerOf(request);
  const { page, limit, offset } = pageOf(request, 200);
  const rows = await query(statements.library(request.query.sort ?? '-lastRead'), [viewer, limit, offset]);
  return present.list(rows, page, limit, present.entry);
});

http.get<Asked>(`${api}/collections/:id`, async (request) => {
  const viewer = await viewerOf(request);
  const { page, limit, offset } = pageOf(request, 50);
  const [found, rows] = await Promise.all([
    query(statements.collection, [viewer, request.params.id]),
    query(statements.collected, [viewer, request.params.id, limit, offset]),
  ]);
  return present.collection(only(found), rows, page, limit);
});

http.get<Asked>(`${api}/library/history`, async (request) => {
  const viewer = await viewerOf(request);
  const { limit } = pageOf(request, 30);
  const after = request.query.after === undefined ? 0 : limit;
  return present.history(await query(statements.history, [viewer, limit, after]));
});

http.get<Asked>(`${api}/stories`, async (request) => {
  const viewer = await viewerOf(request);
  const { page, limit, offset } = pageOf(request, 20);
  const genres = (request.query.genres ?? '').split(',').map((id) => `genre:${id}`);
  const rows = await query(statements.discover(request.query.sort ?? '-lastUpdated'), [
    viewer,
    genres,
    limit,
    offset,
  ]);
  return present.list(rows, page, limit, present.card);
});

http.get<Asked>(`${api}/search/suggestions`, async (request) => {
  const viewer = await viewerOf(request);
  const words = (request.query.q ?? '')
    .toLowerCase()
    .split(/\W+/)
    .filter((word) => word !== '');
  return present.suggestions(only(await query(statements.suggestions, [viewer, `${words.join(' & ')}:*`])));
});

http.get<Asked>(`${api}/search`, async (request) => {
  const viewer = await viewerOf(request);
  const find = (words: string) =>
    Promise.all([
      query(statements.searchStories, [viewer, words]),
      query(statements.searchOthers, [viewer, words]),
    ]);
  const typed = request.query.q ?? '';
  const found = await find(typed);
  if (found.some((rows) => rows.length > 0)) return present.search(...found, null);
  const { words } = only(await query(statements.correction, [typed]));
  return present.search(...(await find(words)), words);
});

http.get<Asked>(`${api}/comments/chapter/:id`, async (request) => {
  const viewer = await viewerOf(request);
  const { page, limit, offset } = pageOf(request, 20);
  const text = statements.comments(request.query.sort ?? 'newest');
  const [chapter, rows] = await Promise.all([
    query(statements.commented, [viewer, request.params.id]),
    query(text, [viewer, request.params.id, limit, offset]),
  ]);
  return present.comments(only(chapter), rows, page, limit, viewer);
});

http.post<{ Body: { story: string; content: string } }>(`${api}/comments`, async (request, reply) => {
  const viewer = await viewerOf(request);
  const { story, content } = request.body;
  const row = only(await query(statements.postComment, [viewer, story, content]));
  reply.code(201);
  return { success: true, data: present.comment(row, { story_id: story, is_reached: true }, viewer) };
});

http.put<Asked & { Body: { rating: number } }>(`${api}/stories/:id/rating`, async (request) => {
  const viewer = await viewerOf(request);
  return present.rated(only(await query(statements.rate, [viewer, request.params.id, request.body.rating])));
});

http.post<{ Body: Row }>(`${api}/highlights`, async (request, reply) => {
  const viewer = await viewerOf(request);
  const { chapterId, startOffset, endOffset, selectedText, note = '' } = request.body;
  const values = [viewer, chapterId, startOffset, endOffset, selectedText, note];
  reply.code(201);
  return { success: true, data: present.highlight(only(await query(statements.annotate, values))) };
});

await http.listen({ port: Number(port), host: '127.0.0.1' });
