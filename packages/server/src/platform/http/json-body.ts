import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';

/** A longer body stays a Buffer here, and `checkBodyInThread` parses it. */
const maxInlineBytes = 64 * 1024;

export const notJson = 'The body isn’t valid JSON.';

const maxDepth = 32;
/** Values at any level of a body that is parsed here; a list of 10,000 ids is one. */
const maxValues = 20_000;
/** Values of a body that is parsed in a thread; the chapters of the largest import are 200,000. */
export const maxValuesInThread = 300_000;

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const [openList, openObject, closeList, closeObject] = [0x5b, 0x7b, 0x5d, 0x7d];

/** The index of the quote that closes the string which starts before `from`, or -1. */
function endOfString(text: string, from: number): number {
  for (let index = text.indexOf('"', from); index !== -1; index = text.indexOf('"', index + 1)) {
    let before = index;
    while (text.charCodeAt(before - 1) === backslash && before > from) before -= 1;
    if ((index - before) % 2 === 0) return index;
  }
  return -1;
}

/**
 * Throws BAD_INPUT if JSON is nested too deeply or has too many values to be parsed. Reads each character at most
 * twice, and leaves invalid JSON to the parser.
 */
export function checkComplexity(json: string, max = maxValues): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === quote) {
      at = endOfString(json, at + 1);
      if (at === -1) return;
    } else if (character === comma) {
      values += 1;
    } else if (character === openList || character === openObject) {
      depth += 1;
      values += 1;
      if (depth > maxDepth) throw new AppError('BAD_INPUT', 'The body is nested too deeply.');
    } else if (character === closeList || character === closeObject) {
      depth -= 1;
    }
    if (values > max) throw new AppError('BAD_INPUT', 'The body has too many values.');
  }
}

/**
 * Parses JSON bodies. An empty body is accepted, since some clients send the content type without a body. For a
 * repeated key the last value counts; `__proto__` and a `constructor` with a prototype are removed. A long body stays
 * a Buffer.
 */
export function parseJsonBodies(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('remove', 'remove');
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (body.length > maxInlineBytes) return done(null, body);
    const json = body.toString();
    checkComplexity(json);
    parse(request, json, done);
  });
}
