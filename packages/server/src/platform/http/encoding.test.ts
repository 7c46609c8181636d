import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { likeChapter, readChapter } from '@inkling/contract/chapters';
import { describe, expect, test } from 'vitest';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { PrebuiltJson } from './sent-json.ts';

const site = testApp();
const write = writing(site);

describe('a cached response [P10]', () => {
  test('is compressed once for each encoding, and expands to the same bytes', async () => {
    const response = new PrebuiltJson(Buffer.from(JSON.stringify(textOf(2000))), 'many');
    expect(response.isCompressible).toBe(true);
    const [br, gzip] = [response.encodedAs('br'), response.encodedAs('gzip')];
    expect(response.encodedAs('br')).toBe(br);
    expect(response.encodedAs('gzip')).toBe(gzip);
    expect(brotliDecompressSync(await br)).toEqual(response.json);
    expect(gunzipSync(await gzip)).toEqual(response.json);
    expect(response.encodedAs('identity')).toBe(response.json);
    const cachedBytes = response.json.length + (await br).length + (await gzip).length;
    expect(cachedBytes).toBeLessThanOrEqual(response.size);
  });

  test('is the same chapter in every encoding, with the like status of each reader', async () => {
    const [author, fan, reader] = [await site.person(), await site.person(), await site.person()];
    const { story } = await write.published(author);
    const chapter = await write.chapter(author, story._id, { content: textOf(400) });
    const params = { id: chapter._id };
    await site.as(fan).call(likeChapter, { params });
    const url = `/api/v1/chapters/${params.id}`;
    const ask = async (token: string, encoding: string) => {
      const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding };
      const { rawPayload, headers: responseHeaders } = await site.app.http.inject({ url, headers });
      const used = responseHeaders['content-encoding'];
      expect(used).toBe(encoding === 'identity' ? undefined : encoding);
      expect(responseHeaders.vary).toBe('authorization, accept-encoding');
      const plain =
        used === 'br'
          ? brotliDecompressSync(rawPayload)
          : used === 'gzip'
            ? gunzipSync(rawPayload)
            : rawPayload;
      return JSON.parse(plain.toString());
    };
    for (const encoding of ['br', 'gzip', 'identity', 'br']) {
      expect((await ask(fan.token, encoding)).data).toMatchObject({ _id: params.id, isLiked: true });
      expect((await ask(reader.token, encoding)).data).toMatchObject({ _id: params.id, isLiked: false });
    }
    const { body } = await site.as(reader).call(readChapter, { params });
    expect(await ask(reader.token, 'br')).toEqual(body);
  });
});

test('a text that is not cached is compressed too, unless it is short or the client does not ask', async () => {
  const ask = (url: string, encoding?: string) =>
    site.app.http.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });
  const plain = await ask('/api/v1/genres');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.headers.vary).toBe('authorization, accept-encoding');
  for (const [encoding, decompress] of Object.entries({ br: brotliDecompressSync, gzip: gunzipSync })) {
    const { headers, rawPayload } = await ask('/api/v1/genres', encoding);
    expect([headers['content-encoding'], headers['content-length']]).toEqual([
      encoding,
      `${rawPayload.length}`,
    ]);
    expect(headers.vary).toBe('authorization, accept-encoding');
    expect(decompress(rawPayload).toString()).toBe(plain.body);
  }
  const short = await ask('/api/v1/nowhere', 'br');
  expect([short.statusCode, short.headers['content-encoding']]).toEqual([404, undefined]);
});
