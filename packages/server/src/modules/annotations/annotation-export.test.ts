import * as calls from '@inkling/contract/annotations';
import { updateChapter } from '@inkling/contract/chapters';
import { updateStory } from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import type { ExportedAnnotation } from './annotation-lists.queries.ts';
import { asMarkdown } from './export-annotations.ts';

const site = testApp();
const write = writing(site);

type Query = typeof calls.exportAnnotations.query._zod.input;
const exported = async (who: Person, query: Query = {}): Promise<string> => {
  const { body } = await site.as(who).call(calls.exportAnnotations, { query });
  return Buffer.from(await body.arrayBuffer()).toString();
};

/** A reader with a highlight and a bookmark in one story and a highlight in another one. */
async function annotated() {
  const [author, reader] = [await site.person(), await site.person()];
  const content = `> # 1. She *said* <b>no</b>.\n- And left\n${textOf(210)}`;
  const stories = [
    await write.published(author, { title: 'Lamps *and* [ships]' }),
    await write.published(author, { title: 'Zqx gone' }),
  ];
  const places = stories.map(({ story, chapters }) => ({
    storyId: story._id,
    chapterId: chapters[0]?._id ?? '',
  }));
  for (const { chapterId } of places)
    await site.as(author).call(updateChapter, { params: { id: chapterId }, body: { content } });
  const [first = { storyId: '', chapterId: '' }, second = first] = places;
  const selected = {
    selectedText: '> # 1. She said <b>no</b>.\n- And left',
    startOffset: 0,
    endOffset: 39,
    version: 2,
  };
  const one = { selectedText: 'She', startOffset: 7, endOffset: 10, version: 2 };
  const as = site.as(reader);
  const highlight = (
    await as.call(calls.createHighlight, { body: { ...first, ...selected, note: '1. Why?\n<script>' } })
  ).body.data;
  await as.call(calls.createPassageBookmark, {
    body: { ...first, ...one, title: 'Who_', tags: ['she', '#2'] },
  });
  await as.call(calls.createHighlight, { body: { ...second, ...one, color: 'green' } });
  return { author, reader, first, second, highlight };
}

describe('GET /annotations/export', () => {
  test('is Markdown in which people’s texts are escaped', async () => {
    const { reader, first } = await annotated();
    const markdown = await exported(reader, { storyId: first.storyId });
    expect(markdown).toBe(
      [
        '# Annotations',
        '## Lamps \\*and\\* \\[ships]',
        '### Chapter 1',
        '> \\> # 1. She said \\<b>no\\</b>.\n>\n> \\- And left',
        '1\\. Why?  \n\\<script>',
        '*Highlight, yellow, 2026-03-02*',
        '**Who\\_**',
        '> She',
        'Tags: she, #2',
        '*Bookmark, 2026-03-02*\n',
      ].join('\n\n'),
    );
  });

  test('leaves signs that mean nothing in Markdown as they are', async () => {
    const row = {
      original_text: null,
      kind: 'highlight',
      title: null,
      tags: [],
      color: null,
      note: '',
    } as unknown as ExportedAnnotation;
    const plain = 'R&D: a_b (5 < 6), 50% @ 3.14 = x^2 | {y} #3 $1 – "why?" 1-2';
    const places = { story_title: 'S', chapter_title: 'C', chapter_number: 1, created_at: site.clock.now() };
    const selected_text = `${plain}\n1984. *A_ _b* &amp; ![x](y) ~~\n+ c\n---\n=\n## d #\nC++`;
    expect(asMarkdown({ ...row, ...places, selected_text }, null)).toContain(
      [
        plain,
        '1984\\. \\*A\\_ \\_b\\* \\&amp; !\\[x](y) \\~\\~',
        '\\+ c',
        '\\---',
        '\\=',
        '\\## d \\#',
        'C++',
      ]
        .map((line) => `> ${line}`)
        .join('\n>\n'),
    );
  });

  test('is a list for spreadsheets, and one that Readwise imports, of all or of some', async () => {
    const { reader, first, highlight } = await annotated();
    const csv = await exported(reader, { format: 'csv', storyId: first.storyId });
    expect(csv.split('\n')[0]).toBe(
      '\ufeffStory,Author,Chapter,Kind,Color,Title,Words,Note,Tags,Created,Changed',
    );
    expect(csv).toContain('bookmark,,Who_,She,,"she, #2",2026-03-02T');
    const url = `http://localhost:3000/reading/${first.storyId}/${first.chapterId}?annotation=${highlight._id}`;
    const readwise = await exported(reader, { format: 'readwise', ids: highlight._id });
    expect(readwise).toMatch(/^Highlight,Title,Author,URL,Note,Location,Date\n/);
    expect(readwise.trimEnd()).toMatch(/,1,2026-03-02 \d\d:\d\d:\d\d$/);
    expect(readwise).toContain(`,Lamps *and* [ships],`);
    expect(readwise).toContain(url.slice(url.indexOf('/reading')));
    expect(readwise).not.toContain('Who_');
  });

  test('is JSON with the same content, story by story', async () => {
    const { reader, first, second, highlight } = await annotated();
    const all = JSON.parse(await exported(reader, { format: 'json' })) as { story: { id: string } }[];
    expect(all.map(({ story }) => story.id)).toEqual([first.storyId, first.storyId, second.storyId]);
    expect(all[0]).toEqual({
      id: highlight._id,
      kind: 'highlight',
      story: { id: first.storyId, title: 'Lamps *and* [ships]' },
      chapter: { id: first.chapterId, title: 'Chapter 1', number: 1 },
      selectedText: highlight.selectedText,
      originalText: null,
      isTextChanged: false,
      color: 'yellow',
      note: '1. Why?\n<script>',
      createdAt: highlight.createdAt,
      updatedAt: highlight.updatedAt,
    });
    expect(JSON.parse(await exported(await site.person(), { format: 'json' }))).toEqual([]);
  });

  test('keeps the words of what is no longer available, without its titles [R13] [R14]', async () => {
    const { author, reader, second } = await annotated();
    await site.as(author).call(updateStory, { params: { id: second.storyId }, body: { isPublished: false } });
    const markdown = await exported(reader);
    expect(markdown).toContain(
      '## No longer available\n\n### A chapter that is no longer available\n\n> She\n',
    );
    expect(markdown).not.toContain('Zqx');
    expect(await exported(reader, { format: 'json' })).not.toContain('Zqx');
    // To the author, who has none, nothing of it is exported.
    expect(await exported(author)).toBe('# Annotations\n');
  });
});
