import type { FastifyRequest } from 'fastify';
import { escapeHtml } from './html.ts';

/** Whether a browser navigates to the URL, as opposed to a call by a program or a page's script. */
export const opensPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !url.startsWith('/api/') &&
  /\btext\/html\b/.test(headers.accept ?? '');

// The colours of the app's themes. The system setting selects one, since the user's choice needs a script to read.
const style = `
:root{color-scheme:light dark;--surface:light-dark(oklch(98.2% .008 85),oklch(20% .012 65));
--text:light-dark(oklch(25% .018 60),oklch(92.5% .012 85));--muted:light-dark(oklch(46% .02 65),oklch(74% .016 80));
--accent:light-dark(oklch(48% .15 32),oklch(70% .13 38));--on-accent:light-dark(oklch(98.5% .01 85),oklch(18% .02 50));
--focus:light-dark(oklch(45% .16 255),oklch(78% .11 250))}
*{margin:0;box-sizing:border-box}
body{min-height:100dvh;display:grid;place-items:center;padding:1rem;background:var(--surface);color:var(--text);
font:1rem/1.5 system-ui,sans-serif;text-align:center;overflow-wrap:anywhere}
h1{font:500 1.875rem/1.25 Georgia,serif}
p{margin-top:.75rem;color:var(--muted)}
a{display:inline-block;margin-top:1.5rem;padding:.625rem 1.25rem;min-height:2.75rem;border-radius:.5rem;
background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid var(--focus);outline-offset:2px}`;

/** The page needs only its inline style. */
export const failurePagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The page shown if a page cannot be rendered. It is self-contained, since other files might not load either.
 * ‘Try again’ links to the same URL. The request's number is shown unless the message has it.
 */
export const failurePage = (title: string, message: string, requestId = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} - Inkling</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(message)}</p>
${message.includes(requestId) ? '' : `<p>The number of this request is ${escapeHtml(requestId)}.</p>\n`}<a href="">Try again</a>
</main>
</body>
</html>
`;
