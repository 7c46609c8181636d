#!/usr/bin/env bash
# epub.js 0.3.93 and foliate-js 1.0.1 (npm, in jsdom 26.1.0): for the same word, epub.js writes another EPUB CFI than
# foliate-js wherever a paragraph does not begin with plain text. epub.js counts texts (first text = 1, second = 3), though
# by EPUB CFI 1.1 elements have the even numbers and texts the odd ones between them, so that a text after a first <em>
# is 3 and one after two <br/> is 5. foliate-js counts as the specification does, and opens the places of epub.js
# elsewhere: nothing marked, at the start of the paragraph, without an error.
# Output seen: 'plain: 1 1 "four"', 'after a word inside: 3 3 "four"', 'begins with emphasis: 1 3 ""' and
# 'begins with emphasis, twice: 3 5 "five"' (the step of epub.js, that of foliate-js, what foliate-js marks for the former,
# where "four" is the word; in the last line it marks another word).
# One would guess otherwise: CFIs exist to be exchanged, and in the paragraphs that one tries first, which begin with
# text, both agree. Places from epub.js must be read with its own way of counting.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts epubjs@0.3.93 foliate-js@1.0.1 jsdom@26.1.0
cat > check.mjs <<'JS'
import { JSDOM } from 'jsdom';
const { window } = new JSDOM('');
for (const name of ['Node', 'NodeFilter', 'Range', 'DOMParser', 'XMLSerializer', 'document']) globalThis[name] = window[name];
globalThis.window = window;
const { EpubCFI } = await import('epubjs');
const foliate = await import('foliate-js/epubcfi.js');
const paragraphs = {
  plain: 'one two three four',
  'after a word inside': 'one <em>two</em> three four',
  'begins with emphasis': '<em>one two</em> three four',
  'begins with emphasis, twice': '<em>one</em> two five <em>three</em> and four',
};
const seen = Object.entries(paragraphs).map(([name, words]) => {
  const page = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body><p id="p">${words}</p></body></html>`;
  const { document } = new JSDOM(page, { contentType: 'application/xhtml+xml' }).window;
  const text = document.getElementById('p').lastChild;
  const range = document.createRange();
  range.setStart(text, text.data.indexOf('four'));
  range.setEnd(text, text.data.length);
  const theirs = new EpubCFI(range, '/6/4').toString();
  const step = (cfi) => /,\/(\d+):/.exec(cfi)[1];
  const marked = foliate.toRange(document, foliate.parse(theirs.replace('/6/4!', ''))).toString();
  return `${name}: ${step(theirs)} ${step(foliate.fromRange(range))} ${JSON.stringify(marked)}`;
});
for (const line of seen) console.log(line);
const expected = ['plain: 1 1 "four"', 'after a word inside: 3 3 "four"', 'begins with emphasis: 1 3 ""', 'begins with emphasis, twice: 3 5 "five"'];
if (seen.join() !== expected.join()) throw new Error('This has changed.');
JS
node check.mjs
