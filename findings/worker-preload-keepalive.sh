#!/usr/bin/env bash
# Chromium 153 (npm: @sparticuz/chromium 153.0.0): once a service worker answers navigations with their preloaded response,
# most of what a page sends while it is left is lost, though sent with keepalive and though the worker lets it pass (its
# fetch listener returns without respondWith). Output seen, requests of 20 that arrived: 'no worker 20', 'passing 20',
# 'preloading 3' (2 to 5 in six runs), 'routed 20'.
# One would guess otherwise: keepalive exists so that a request outlives its page, and a request that a listener does not
# answer goes to the network as without a worker. A worker that listens and answers no navigation loses none. With a static
# route (InstallEvent.addRoutes) past the worker for these requests, none is lost either.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @sparticuz/chromium@153.0.0 playwright-core@1.65.1
cat > check.mjs <<'JS'
import chromium, { inflate } from '@sparticuz/chromium';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium as browsers } from 'playwright-core';
const preloading = `addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload.enable()));
  addEventListener('fetch', (event) => {
    if (event.request.mode !== 'navigate') return;
    event.respondWith(event.preloadResponse.then((response) => response ?? fetch(event.request)));
  });`;
const workers = {
  'no worker': null,
  passing: `addEventListener('fetch', () => {});`,
  preloading,
  routed: `${preloading} addEventListener('install', (event) => event.addRoutes([
    { condition: { urlPattern: new URLPattern({ pathname: '/report' }) }, source: 'network' }]));`,
};
const turns = 20;
let [worker, arrived] = [null, 0];
const server = createServer(({ url }, response) => {
  if (url.startsWith('/report')) arrived += 1;
  if (url.startsWith('/worker')) return response.writeHead(200, { 'content-type': 'text/javascript' }).end(worker);
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<script>
    addEventListener('pagehide', () => void fetch('/report', { method: 'POST', keepalive: true, body: 'left' }));
    var ready = ${worker === null} || navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready);
  </script>`);
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const page = `http://127.0.0.1:${server.address().port}/page`;
// The libraries that a bare machine lacks; the package unpacks them elsewhere than on Lambda only when asked.
const archive = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin/al2023.tar.br');
const browser = await browsers.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--disable-gpu'],
  env: { ...process.env, LD_LIBRARY_PATH: join(await inflate(archive), 'lib') },
});
const seen = {};
for (const [name, text] of Object.entries(workers)) {
  worker = text;
  const tab = await (await browser.newContext()).newPage();
  // The second page is the first that the worker controls.
  for (let turn = -2; turn <= turns; turn += 1) {
    if (turn === 0) await tab.waitForTimeout(500);
    await tab.goto(`${page}?turn=${turn}`);
    await tab.evaluate('Promise.resolve(ready).then(() => true)');
    await tab.waitForTimeout(50);
    if (turn === 0) arrived = 0;
  }
  await tab.waitForTimeout(1000);
  seen[name] = arrived;
  console.log(name, arrived);
}
await browser.close();
server.close();
const { preloading: kept, ...others } = seen;
if (kept > turns / 2 || Object.values(others).some((count) => count !== turns)) throw new Error('This has changed.');
JS
node_modules/node/bin/node check.mjs
