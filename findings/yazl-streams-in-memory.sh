#!/usr/bin/env bash
# yazl 3.3.1 (npm) has each stream given to addReadStream in memory until end() is called and the zip is complete, also
# after it was read to its end, and with the stream what it was made from: 60 texts of 1 MB, each added once the one
# before was written, end with about 60 MB in use. With addReadStreamLazy and a function that forgets its stream: none.
# Output seen: 'addReadStream 60 MB, addReadStreamLazy 0 MB'.
# One would guess otherwise: streams are its way to write zips larger than memory, and an entry that was written is
# needed only for its name, size and checksum in the directory at the end.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --ignore-scripts --no-audit --no-fund yazl@3.3.1 >/dev/null 2>&1
cat > fill.mjs <<'JS'
import { once } from 'node:events';
import { Readable } from 'node:stream';
import yazl from 'yazl';
const used = () => {
  gc();
  return process.memoryUsage().heapUsed;
};
async function grown(add) {
  const zip = new yazl.ZipFile();
  zip.outputStream.resume();
  const before = used();
  for (let number = 0; number < 60; number += 1) {
    // Letters that no two texts share, as one flat string.
    const text = Buffer.alloc(1_000_000, String(number).padStart(4, 'abcd')).toString('latin1');
    const stream = Readable.from([text]);
    const ended = once(stream, 'close');
    add(zip, stream, `${number}.txt`);
    await ended;
  }
  const megabytes = Math.round((used() - before) / 1e6);
  zip.end();
  await once(zip.outputStream, 'end');
  return megabytes;
}
const whole = await grown((zip, stream, name) => zip.addReadStream(stream, name));
const lazy = await grown((zip, stream, name) => {
  let given = stream;
  zip.addReadStreamLazy(name, (callback) => {
    const now = given;
    given = null;
    callback(null, now);
  });
});
console.log(`addReadStream ${whole} MB, addReadStreamLazy ${lazy} MB`);
if (whole < 50 || lazy > 10) throw new Error('This has changed.');
JS
node --expose-gc fill.mjs
