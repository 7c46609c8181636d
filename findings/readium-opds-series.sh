#!/usr/bin/env bash
# Readium's r2-opds-js 1.0.47 reads the series of a book in an OPDS 1.2 feed only if the prefix 'schema' stands for
# 'http://schema.org'. With 'http://schema.org/', with which the addresses of that vocabulary's terms begin, the entry is read
# without a series and without an error.
# Output seen: 'http://schema.org/ 0 series' and 'http://schema.org 1 series'.
# One would guess otherwise: terms of schema.org are addresses such as http://schema.org/Series, so that the namespace needs
# the slash, and a namespace in XML is compared character by character.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund r2-opds-js@1.0.47 @xmldom/xmldom@0.9.8 >/dev/null 2>&1
cat > read.cjs <<'JS'
const { DOMParser } = require('@xmldom/xmldom');
const { XML } = require('r2-utils-js/dist/es8-es2017/src/_utils/xml-js-mapper');
const { OPDS } = require('r2-opds-js/dist/es8-es2017/src/opds/opds1/opds');
for (const address of ['http://schema.org/', 'http://schema.org']) {
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:schema="${address}"><id>urn:a</id><title>Shelf</title>
    <updated>2026-01-01T00:00:00Z</updated><entry><id>urn:b</id><title>Book</title><updated>2026-01-01T00:00:00Z</updated>
    <schema:Series schema:name="Lamps" schema:position="2"/></entry></feed>`;
  const opds = XML.deserialize(new DOMParser().parseFromString(feed, 'application/xml'), OPDS);
  const { Title, Series = [] } = opds.Entries[0];
  if (Title !== 'Book') throw new Error('The feed was not read.');
  console.log(address, Series.length, 'series');
}
JS
seen=$(node read.cjs)
echo "$seen"
[ "$seen" = 'http://schema.org/ 0 series
http://schema.org 1 series' ] || { echo 'This has changed.'; exit 1; }
