import type { Access, Call } from '@inkling/contract/call';
import { errorStatus } from '@inkling/contract/errors';
import { apiPrefix } from '../http/bind.ts';
import { escapeHtml } from '../http/html.ts';
import { entityAnchor, fieldHtml, fieldsHtml, typeHtml } from './api-docs-schema.ts';
import {
  bodyOf,
  type Content,
  codesByStatus,
  entitySchemas,
  isExtension,
  operationId,
  parametersOf,
  responseOf,
} from './openapi.ts';

/** The style of the API documentation, with the colours of the app's themes; the system setting selects the theme. */
export const apiDocsStyle = `
:root{color-scheme:light dark;--surface:light-dark(oklch(98.2% .008 85),oklch(20% .012 65));
--raised:light-dark(oklch(99.6% .004 85),oklch(24.5% .014 65));--sunken:light-dark(oklch(95.2% .014 82),oklch(16.5% .012 65));
--text:light-dark(oklch(25% .018 60),oklch(92.5% .012 85));--muted:light-dark(oklch(46% .02 65),oklch(74% .016 80));
--line:light-dark(oklch(88% .016 80),oklch(32% .014 70));--accent-text:light-dark(oklch(46% .15 32),oklch(76% .12 40));
--success:light-dark(oklch(45% .11 150),oklch(76% .12 150));--danger-text:light-dark(oklch(43% .17 27),oklch(84% .09 25));
--focus:light-dark(oklch(45% .16 255),oklch(78% .11 250))}
*{margin:0;box-sizing:border-box}
html{scroll-padding-top:1rem}
body{padding:2rem max(1rem,calc((100% - 70rem)/2)) 4rem;background:var(--surface);color:var(--text);
font:1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
code{font:.9em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
h1{font:500 2.25rem/1.2 Georgia,serif}
h2{margin:2.5rem 0 .75rem;font:500 1.5rem/1.25 Georgia,serif}
section:first-child h2{margin-top:0}
h4{margin:1.25rem 0 .5rem;font-size:.875rem;font-weight:600}
header p{margin-top:.5rem;color:var(--muted)}
a{color:var(--accent-text);text-underline-offset:.2em}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:2px}
main:focus{outline:none}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;padding:.5rem 1rem;background:var(--raised)}
.columns{margin-top:2rem}
nav ul{display:flex;flex-wrap:wrap;gap:.5rem;padding:0;list-style:none}
nav a{display:block;padding:.5rem .75rem;min-height:2.75rem;border:1px solid var(--line);border-radius:.5rem;
background:var(--raised);color:var(--text);text-decoration:none}
nav a:hover{border-color:var(--accent-text)}
nav small{color:var(--muted)}
main{margin-top:2rem}
.call{margin-top:.5rem;border:1px solid var(--line);border-radius:.5rem;background:var(--raised)}
summary{display:grid;grid-template-columns:4.5rem minmax(0,1fr) auto;gap:.125rem .75rem;align-items:baseline;
padding:.75rem 1rem;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary:hover .path{text-decoration:underline;text-underline-offset:.2em}
.method{font-size:.8125rem;font-weight:700;color:var(--muted)}
.method::before{content:"\\25b8 " / ""}
[open]>summary .method::before{content:"\\25be " / ""}
.get{color:var(--success)}
.delete{color:var(--danger-text)}
.post,.put,.patch{color:var(--accent-text)}
.path{font-weight:600}
.entity .path{grid-column:1/-1}
.access{padding:0 .5rem;border:1px solid var(--line);border-radius:1rem;font-size:.8125rem;color:var(--muted)}
.summary{grid-column:2/-1;color:var(--muted)}
.about{padding:1rem;border-top:1px solid var(--line);scroll-margin-top:6rem}
.fields{padding:0;list-style:none}
.fields .fields{margin:.25rem 0 .25rem .25rem;padding-left:.875rem;border-left:2px solid var(--line)}
.fields li{padding:.1875rem 0}
.fields code{font-weight:600}
.type{color:var(--accent-text)}
.mark,.note{color:var(--muted);font-size:.875rem}
.mark::before{content:"("}
.mark::after{content:")"}
.note::before{content:"· "}
table{margin-top:1rem;border-collapse:collapse}
th,td{padding:.25rem 1.5rem .25rem 0;border-bottom:1px solid var(--line);text-align:left}
@media (min-width:60rem){
.columns{display:grid;grid-template-columns:12rem minmax(0,1fr);gap:2.5rem}
nav{position:sticky;top:1rem;align-self:start;max-height:calc(100dvh - 2rem);overflow:auto}
nav ul{flex-direction:column;gap:.125rem}
nav a{min-height:0;padding:.375rem .75rem;border-color:transparent;background:none}
main{margin-top:0}
}
@media (prefers-contrast:more){:root{--muted:var(--text);--line:var(--text)}}
@media print{.call:not([open]){break-inside:avoid}nav{display:none}}`;

export interface DescribedCall {
  capability: string;
  call: Call;
}

const accessText: Record<Access, string> = {
  public: 'Anyone can call it. A valid token adds personal fields.',
  user: 'Signed-in users can call it.',
  owner: 'Only the owner can call it.',
  member: 'Only members can call it.',
  moderator: 'Only admins and moderators of the site can call it.',
  admin: 'Only admins can call it.',
};

/** `personalData` as a heading: ‘Personal data’. */
const headingOf = (capability: string): string => {
  const words = capability.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const block = (title: string, content: string): string => `<h4>${escapeHtml(title)}</h4>${content}`;

function contentHtml({ types: [type = ''], schema }: Content): string {
  const media = type === 'application/json' ? '' : `<p><code>${escapeHtml(type)}</code></p>`;
  const fields = fieldsHtml(schema);
  return media + (fields === '' ? `<p>${typeHtml(schema)}</p>` : fields);
}

function callHtml(call: Call): string {
  const parameters = parametersOf(call).map(({ name, in: location, required, schema }) =>
    fieldHtml(name, schema, required ? location : `${location}, optional`),
  );
  const body = bodyOf(call);
  const method = call.method.toLowerCase();
  // The anchor is inside <details>, so that browsers open the call that a link points to.
  return `<details class="call"><summary><span class="method ${method}">${call.method}</span>
<code class="path">${escapeHtml(call.path).replaceAll('/', '<wbr>/')}</code>
<span class="access">${call.access}</span><span class="summary">${escapeHtml(call.summary)}</span></summary>
<div class="about" id="${operationId(call)}"><p>${accessText[call.access]}${isExtension(call) ? ' An extension of the specified API.' : ''}</p>
${parameters.length === 0 ? '' : block('Parameters', `<ul class="fields">${parameters.join('')}</ul>`)}
${body === null ? '' : block('Request body', contentHtml(body))}
${block(`Response ${call.status ?? 200}`, contentHtml(responseOf(call)))}
${block('Failures', `<p>${failuresOf(call)}</p>`)}</div></details>`;
}

const failuresOf = (call: Call): string =>
  codesByStatus(call)
    .map(([status, codes]) => `${status} ${codes.map((code) => `<code>${code}</code>`).join(' ')}`)
    .join(', ');

const entitiesHtml = (): string =>
  Object.entries(entitySchemas())
    .map(([name, schema]) => {
      const content = fieldsHtml(schema) || `<p>${typeHtml(schema)}</p>`;
      return `<details class="call entity"><summary><code class="path">${name}</code></summary>
<div class="about" id="${entityAnchor(name)}">${content}</div></details>`;
    })
    .join('');

const errorsHtml = (): string =>
  `<p>Every failure has one shape and a stable code. Programs should use the code; the message is for people.</p>
<p>The shape: ${typeHtml({ $ref: 'Failure' })}.</p>
<table><thead><tr><th scope="col">Status</th><th scope="col">Code</th></tr></thead><tbody>${Object.entries(
    errorStatus,
  )
    .map(([code, status]) => `<tr><td>${status}</td><td><code>${escapeHtml(code)}</code></td></tr>`)
    .join('')}</tbody></table>`;

/** The API documentation page, self-contained and without scripts. */
export function apiDocsPage(calls: DescribedCall[], version: string): string {
  const groups = [...Map.groupBy(calls, ({ capability }) => capability)].map(([capability, described]) => ({
    id: `group-${capability}`,
    heading: headingOf(capability),
    calls: described.map(({ call }) => call),
  }));
  const links = [
    ...groups.map(({ id, heading, calls: { length } }) => ({
      id,
      heading,
      count: ` <small>${length}</small>`,
    })),
    { id: 'entities', heading: 'Entities', count: '' },
    { id: 'errors', heading: 'Errors', count: '' },
  ].map(({ id, heading, count }) => `<li><a href="#${id}">${escapeHtml(heading)}${count}</a></li>`);
  const sections = groups.map(
    ({ id, heading, calls: own }) =>
      `<section aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(heading)}</h2>${own.map(callHtml).join('')}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>API - Inkling</title>
<style>${apiDocsStyle}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><h1>Inkling API</h1>
<p>Version ${escapeHtml(version)}. ${calls.length} calls under <code>${apiPrefix}</code>, also as an <a href="${apiPrefix}/openapi.json">OpenAPI document</a>.</p>
<p>Send JSON in UTF-8, and the token of <code>POST /auth/login</code> as <code>authorization: Bearer TOKEN</code>.</p></header>
<div class="columns">
<nav aria-label="Groups of calls"><ul>${links.join('')}</ul></nav>
<main id="content" tabindex="-1">${sections.join('')}
<section aria-labelledby="entities"><h2 id="entities">Entities</h2>${entitiesHtml()}</section>
<section aria-labelledby="errors"><h2 id="errors">Errors</h2>${errorsHtml()}</section></main>
</div>
</body>
</html>
`;
}
