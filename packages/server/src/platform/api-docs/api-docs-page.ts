import type { Access, Call } from '@inkling/contract/call';
import { errorStatus } from '@inkling/contract/errors';
import { apiPrefix } from '../http/bind.ts';
import { escapeHtml } from '../http/html.ts';
import { entityAnchor, fieldHtml, fieldsHtml, typeHtml } from './api-docs-schema.ts';
import { apiDocsStyle } from './api-docs-style.ts';
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

export interface DescribedCall {
  capability: string;
  call: Call;
}

const accessText: Record<Access, string> = {
  public: 'Anyone can call it. A valid token adds personal fields.',
  user: 'Signed-in users can call it.',
  owner: 'Only the owner can call it.',
  member: 'Only members can call it.',
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
