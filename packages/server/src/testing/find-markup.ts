import { Script } from 'node:vm';
import { DomUtils, ElementType, parseDocument } from 'htmlparser2';
import { marker } from './markup-payloads.ts';

const urlAttributes = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'xlink:href',
  'data',
  'srcdoc',
  'poster',
]);
const executable = /^[\s\p{Cc}]*(javascript|vbscript|data:text\/html)/iu;

/** The fault of a script in a page: it does not parse, or contains text that could close it; null if it is fine. */
function findScriptFault(type: string | undefined, code: string): string | null {
  if (/<\/script|<!--/i.test(code)) return 'a script has an end inside';
  try {
    if (type === 'application/ld+json' || type === 'importmap') JSON.parse(code);
    else if (type !== 'module') new Script(code);
    return null;
  } catch (error) {
    return `a script does not parse: ${String(error)}`;
  }
}

/** Lists user text (containing `marker`) that was parsed as markup or script in a page. */
export function findMarkup(html: string): string[] {
  const found: string[] = [];
  const document = parseDocument(html);
  const hasMarker = (node: object) => 'data' in node && String(node.data).includes(marker);
  const comments = DomUtils.find(
    (node) => node.type === ElementType.Comment && hasMarker(node),
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
      if (urlAttributes.has(attribute) && executable.test(value))
        found.push(`<${name} ${attribute}="${value}">`);
    }
    if (name === 'base' || attribs['http-equiv'] !== undefined) found.push(`<${name}>`);
    if (name === 'style' && DomUtils.textContent(element).includes(marker)) found.push('<style>');
    if (name !== 'script') continue;
    const fault = findScriptFault(attribs.type, DomUtils.textContent(element));
    if (fault !== null) found.push(fault);
  }
  return found;
}
