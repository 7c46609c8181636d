import { Parser } from 'htmlparser2';
import { cleanLine } from './lines.ts';

const breaks = new Set('p div br li tr h1 h2 h3 h4 h5 h6 blockquote ul ol hr'.split(' '));
const silent = new Set(['script', 'style', 'head', 'template']);

/** The text of an HTML fragment without tags, one line per paragraph. */
export function textOfHtml(html: string): string {
  let text = '';
  let skipped = 0;
  const parser = new Parser(
    {
      onopentagname(name) {
        if (silent.has(name)) skipped += 1;
        if (breaks.has(name)) text += '\n';
      },
      onclosetag(name) {
        if (silent.has(name)) skipped -= 1;
        if (breaks.has(name)) text += '\n';
      },
      ontext(data) {
        if (skipped <= 0) text += data;
      },
    },
    { decodeEntities: true, recognizeSelfClosing: true, recognizeCDATA: true },
  );
  parser.end(html);
  return text
    .split('\n')
    .map(cleanLine)
    .filter((line) => line !== '')
    .join('\n');
}

/** Decodes entities such as `&amp;`; leaves all other text unchanged. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi, (entity) => decodeEntity(entity))
    : text;

function decodeEntity(entity: string): string {
  let text = '';
  new Parser({ ontext: (data) => (text += data) }, { decodeEntities: true }).end(entity);
  return text;
}
