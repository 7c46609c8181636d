#!/usr/bin/env bash
# foliate-js 1.0.1 (npm) reads no series of EPUB 3: a book with belongs-to-collection, collection-type 'series' and
# group-position has 'belongsTo.series' without a name and without a number, and no error. Only calibre's older
# 'calibre:series' is read; where a book has both, that one.
# Output seen: 'EPUB 3 {"position":null}' and 'both {"name":"Shores","position":2}'.
# One would guess otherwise: its source reads both, EPUB 3 first.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund foliate-js@1.0.1 jsdom@31.0.1 >/dev/null 2>&1
cat > read.mjs <<'JS'
import { JSDOM } from 'jsdom';
const { DOMParser, NodeFilter, Node } = new JSDOM('').window;
Object.assign(globalThis, { DOMParser, NodeFilter, Node });
const { EPUB } = await import('./node_modules/foliate-js/epub.js');
const older = '<meta name="calibre:series" content="Shores"/><meta name="calibre:series_index" content="2"/>';
for (const [what, more] of [['EPUB 3', ''], ['both', older]]) {
  const files = {
    'META-INF/container.xml': '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'a.opf': `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:identifier id="i">urn:a</dc:identifier><dc:title>Book</dc:title><dc:language>en</dc:language>
      <meta property="belongs-to-collection" id="s">Shores</meta><meta property="collection-type" refines="#s">series</meta>
      <meta property="group-position" refines="#s">2</meta>${more}</metadata>
      <manifest><item id="p" href="p.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="p"/></spine></package>`,
  };
  const book = new EPUB({ loadText: async (name) => files[name], loadBlob: async () => new Blob([]), getSize: () => 0, sha1: async () => '' });
  const { metadata } = await book.init();
  if (metadata.title !== 'Book') throw new Error('The book was not read.');
  console.log(what, JSON.stringify(metadata.belongsTo.series));
}
JS
seen=$(node read.mjs)
echo "$seen"
[ "$seen" = 'EPUB 3 {"position":null}
both {"name":"Shores","position":2}' ] || { echo 'This has changed.'; exit 1; }
