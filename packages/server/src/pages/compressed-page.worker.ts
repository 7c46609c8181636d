import { brotliCompressSync, gzipSync } from 'node:zlib';
import { brotliOptions, gzipOptions } from '../platform/http/encoding.ts';
import type { RenderedPage } from './render.ts';
import { preparedPage, type SendablePage } from './sendable-page.ts';

const overhead = 2048;

/** Prepares a page that is sent many times: compressed once, in this thread. */
export function sendablePage(rendered: RenderedPage): SendablePage {
  const page = preparedPage(rendered);
  const { identity } = page;
  const br = brotliCompressSync(identity, brotliOptions(identity, 'many'));
  const gzip = gzipSync(identity, gzipOptions('many'));
  return { ...page, br, gzip, size: identity.length + br.length + gzip.length + overhead };
}
