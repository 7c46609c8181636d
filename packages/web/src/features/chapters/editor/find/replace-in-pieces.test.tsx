import { undo } from 'prosemirror-history';
import { EditorView } from 'prosemirror-view';
import { expect, test } from 'vitest';
import { contentOf } from '../rich-text/document.ts';
import { createState } from '../rich-text/editor-state.ts';
import { findMatches } from './find-matches.ts';
import { patternOf } from './find-pattern.ts';
import { replaceInPieces } from './replace-in-pieces.ts';

const count = 6_000;
/** One block of many matches, and many blocks. */
const texts = {
  'one block': 'a *cat*, '.repeat(count),
  'many blocks': `${'a *cat*, '.repeat(20)}\n`.repeat(count / 20),
};
const trimmed = (text: string) => text.replaceAll(/ $/gm, '').trim();

async function begin(content: string) {
  const view = new EditorView(document.createElement('div'), { state: createState(trimmed(content), []) });
  const pattern = patternOf('cat', { matchCase: true, wholeWords: true });
  if (pattern === null) throw new Error('The query is empty.');
  const matches = await findMatches(view.state.doc, pattern, new AbortController().signal);
  expect(matches).toHaveLength(count);
  const done = replaceInPieces(view, matches ?? [], 'tiger');
  const read = () => contentOf(view.state.doc);
  return { view, done, read };
}
const withTigers = (content: string) => trimmed(content).replaceAll('cat', 'tiger');

test.each(Object.entries(texts))(
  'many matches in %s are replaced in pieces, which undo takes back as one',
  async (_, content) => {
    const { view, done, read } = await begin(content);
    expect(read()).toContain('cat');
    expect(read()).toContain('tiger');
    await done;
    expect(read()).toBe(withTigers(content));
    undo(view.state, view.dispatch);
    expect(read()).toBe(trimmed(content));
  },
);

test('a key is typed into the complete text, and is undone by itself', async () => {
  const { view, done, read } = await begin(texts['many blocks']);
  expect(read()).toContain('cat');
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'x' }));
  const complete = withTigers(texts['many blocks']);
  expect(read()).toBe(complete);
  view.dispatch(view.state.tr.insertText('x', 1));
  await done;
  expect(read()).toBe(`x${complete}`);
  undo(view.state, view.dispatch);
  expect(read()).toBe(complete);
  undo(view.state, view.dispatch);
  expect(read()).toBe(trimmed(texts['many blocks']));
});

test('an undo between the pieces takes back those that are done, and no more follow', async () => {
  const { view, done, read } = await begin(texts['many blocks']);
  undo(view.state, view.dispatch);
  await done;
  expect(read()).toBe(trimmed(texts['many blocks']));
});
