import { Script } from 'node:vm';
import { DomUtils, ElementType, parseDocument } from 'htmlparser2';
import { marker } from './markup-payloads.ts';

const addresses = new Set(['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'srcdoc', 'poster']);
const runs = /^[\s\p{Cc}]*(javascript|vbscript|data:text\/html)/iu;

/** What is wrong with a script in a page: it does not parse, or could be ended by text inside it. */
function faultOfScript(type: string | undefined, code: string): string | null {
  if (/<\/script|<!--/i.test(code)) return 'a script has an end inside';
  try {
    if (type === 'application/ld+json' || type === 'importmap') JSON.parse(code);
    else if (type !== 'module') new Script(code);
    return null;
  } catch (error) {
    return `a script does not parse: ${String(error)}`;
  }
}

/** What of people's text (with `marker` in it) was parsed as markup or script in a page; nothing when all is well. */
export function findMarkup(html: string): string[] {
  const found: string[] = [];
  const document = parseDocument(html);
  const isOurs = (node: object) => 'data' in node && String(node.data).includes(marker);
  const comments = DomUtils.find(
    (node) => node.type === ElementType.Comment && isOurs(node),
    [document],
    true,
    Number.POSITIVE_INFINITY,
  );
  found.push(...comments.map(() => 'a comment'));
  for (const element of DomUtils.getElementsByTagName('*', document)) {
    const { name, attribs } = element;
    if (name.includes(marker)) found.push(`<${name}>`);
    for (const [attribute, value] of Object.entries(attribs)) {
      if (attribute.includes(marker) || attribute.startsWith('on')) found.push(`<${name} ${attribute}>`);
      if (addresses.has(attribute) && runs.test(value)) found.push(`<${name} ${attribute}="${value}">`);
    }
    if (name === 'base' || attribs['http-equiv'] !== undefined) found.push(`<${name}>`);
    if (name === 'style' && DomUtils.textContent(element).includes(marker)) found.push('<style>');
    if (name !== 'script') continue;
    const fault = faultOfScript(attribs.type, DomUtils.textContent(element));
    if (fault !== null) found.push(fault);
  }
  return found;
}
