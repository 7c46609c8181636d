import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';

/** Bytes; of a longer body only the bytes are read here, and `parseBodyInThread` parses them. */
const longBody = 64 * 1024;

export const notJson = 'The body is not valid JSON.';

const maxDepth = 32;
/** Values, whichever lists and objects they are in; the longest list of the contract has 5,000. */
const maxValues = 20_000;

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const [openList, openObject, closeList, closeObject] = [0x5b, 0x7b, 0x5d, 0x7d];

/** The index of the quote that ends the string which begins before `from`; -1 when none does. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text.charCodeAt(before - 1) === backslash && before > from) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return -1;
}

/**
 * Fails with BAD_INPUT when JSON is too deep, or has too many values, to be worth parsing. Looks at each character at
 * most twice; what is no JSON is left to the parser.
 */
export function checkComplexity(json: string): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === quote) {
      at = endOfString(json, at + 1);
      if (at === -1) return;
    } else if (sign === comma) {
      values += 1;
    } else if (sign === openList || sign === openObject) {
      depth += 1;
      values += 1;
      if (depth > maxDepth) throw new AppError('BAD_INPUT', 'The body is nested too deeply.');
    } else if (sign === closeList || sign === closeObject) {
      depth -= 1;
    }
    if (values > maxValues) throw new AppError('BAD_INPUT', 'The body has too many values.');
  }
}

/**
 * Reads bodies of JSON. Calls without a body may say that it is JSON: nothing at all is no body. Of keys that stand
 * twice the last counts; `__proto__`, and a `constructor` with a prototype, are left out. A long body stays a Buffer.
 */
export function parseJsonBodies(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('remove', 'remove');
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (body.length > longBody) return done(null, body);
    const json = body.toString();
    checkComplexity(json);
    parse(request, json, done);
  });
}
