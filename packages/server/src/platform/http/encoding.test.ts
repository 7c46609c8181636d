import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { likeChapter, readChapter } from '@inkling/contract/chapters';
import { describe, expect, test } from 'vitest';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { ReadyAnswer } from './ready-answer.ts';

const site = testApp();
const write = writing(site);

describe('a response that is kept', () => {
  test('is compressed once for each encoding, and expands to the same bytes', async () => {
    const answer = new ReadyAnswer(Buffer.from(JSON.stringify(textOf(2000))), 'many');
    expect(answer.isCompressible).toBe(true);
    const [br, gzip] = [answer.encodedAs('br'), answer.encodedAs('gzip')];
    expect(answer.encodedAs('br')).toBe(br);
    expect(answer.encodedAs('gzip')).toBe(gzip);
    expect(brotliDecompressSync(await br)).toEqual(answer.json);
    expect(gunzipSync(await gzip)).toEqual(answer.json);
    expect(answer.encodedAs('identity')).toBe(answer.json);
    const kept = answer.json.length + (await br).length + (await gzip).length;
    expect(kept).toBeLessThanOrEqual(answer.size);
  });

  test('is the same chapter in every encoding, for readers who like it and those who do not', async () => {
    const [author, fan, reader] = [await site.person(), await site.person(), await site.person()];
    const { chapters } = await write.published(author);
    const [chapter] = chapters;
    const params = { id: chapter?._id ?? '' };
    await site.as(fan).call(likeChapter, { params });
    const url = `/api/v1/chapters/${params.id}`;
    const ask = async (token: string, encoding: string) => {
      const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding };
      const { rawPayload, headers: answered } = await site.app.http.inject({ url, headers });
      const given = answered['content-encoding'];
      expect(given).toBe(encoding === 'identity' ? undefined : encoding);
      expect(answered.vary).toBe('authorization, accept-encoding');
      const plain =
        given === 'br'
          ? brotliDecompressSync(rawPayload)
          : given === 'gzip'
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
