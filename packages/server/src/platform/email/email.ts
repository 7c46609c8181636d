import type { Readable } from 'node:stream';

/** An outgoing email. `to` and `subject` are reduced to one line each when it is sent. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The address for replies, if not the sender. */
  replyTo?: string;
  /** The job's id: the same for every attempt, so that mail clients can recognise a duplicate. */
  id: string;
  /** The address of a page that ends emails of this kind, for the headers of RFC 8058. */
  unsubscribeUrl?: string;
  /** Read once; the sender of the email closes it. */
  attachment?: { name: string; type: string; stream: Readable; size: number };
  /** The main link. Logged only if emails go to the outbox, never with a mail server. */
  link?: string;
}

/** The sender of emails: a header value, or name and address separately. */
export type Sender = string | { name: string; address: string };

/**
 * Queue rules for emails: retries for about three days, since a mail server may be down over a weekend; after the
 * first two hours, every hour.
 */
export const emailRules = { retries: 80, initialDelay: 20, maxDelay: 3600 };

/** The mail server refused the recipient's address for good. */
export class AddressRefused extends Error {}

/**
 * Sends an email unless the signal aborts; throws on failure, so that the job is retried: `AddressRefused` if there is no
 * use in that.
 */
export interface Mailer {
  send(email: Email, signal?: AbortSignal): Promise<void>;
  /** Closes the connection to the mail server. */
  close(): void;
}

/** Removes line breaks and control characters, which must not get into a header. */
export const headerText = (value: string, max = 200): string =>
  value
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, max);

/** A thing in an email's list, with a link; `reason`: why the recipient gets it. */
export interface EmailItem {
  text: string;
  details: string[];
  reason?: string | null;
  /** A picture by its absolute address. */
  cover?: { url: string; alt: string } | null;
  url: string;
}

/** The content of an email as plain text, without markup. */
export interface EmailContent {
  subject: string;
  /** The salutation with the recipient's name. */
  salutation: string;
  paragraphs: string[];
  items?: EmailItem[];
  /** The button, if there is one. */
  action?: { label: string; url: string };
  /** Small print under the button. */
  notes: string[];
  /** Links in small print. */
  links?: { label: string; url: string }[];
}

const replacements: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => replacements[character] ?? character);

/** Escaped HTML. The tag `html` escapes every value that is not an `Html` already. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
type Value = string | Html | Html[];
const toHtml = (value: Value): string =>
  Array.isArray(value)
    ? value.map(({ text }) => text).join('')
    : value instanceof Html
      ? value.text
      : escaped(value);
const html = (strings: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(strings.reduce((all, part, index) => all + toHtml(values[index - 1] ?? '') + part));

// Mail clients reliably support only tables and inline styles.
const serif = "Georgia, 'Times New Roman', serif";
const sans = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Line breaks as <br>, since not every mail client supports `white-space`. */
const lines = (text: string): Html[] =>
  text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));
const paragraph = (text: string) => html`
            <p style="margin:0 0 16px;font:17px/1.6 ${serif};color:#2b2622">${lines(text)}</p>`;
const note = (text: string) => html`
            <p style="margin:0 0 8px;font:13px/1.5 ${sans};color:#6b625a">${text}</p>`;
const coverCell = ({ url, alt }: NonNullable<EmailItem['cover']>) =>
  html`<td width="64" valign="top"><img src="${url}" alt="${alt}" width="48" height="64" style="display:block;border-radius:4px"></td>`;
const item = ({ text, details, reason, cover, url }: EmailItem) => html`
            <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px"><tr>${cover ? coverCell(cover) : ''}
              <td valign="top"><p dir="auto" style="margin:0;font:17px/1.5 ${serif};color:#2b2622"><a href="${url}" style="color:#8a3b2b">${text}</a>${details.map((line) => html`<br><span style="color:#6b625a">${line}</span>`)}</p>${reason ? html`<p style="margin:0;font:13px/1.5 ${sans};color:#6b625a">${reason}</p>` : ''}</td>
            </tr></table>`;
const smallLink = ({ label, url }: NonNullable<EmailContent['links']>[number]) => html`
            <p style="margin:0 0 8px;font:13px/1.5 ${sans}"><a href="${url}" style="color:#6b625a">${label}</a></p>`;
const button = ({ label, url }: NonNullable<EmailContent['action']>) => html`
            <table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr>
              <td style="border-radius:8px;background:#8a3b2b">
                <a href="${url}" style="display:inline-block;padding:13px 26px;font:600 16px/1.2 ${sans};color:#ffffff;text-decoration:none">${label}</a>
              </td></tr></table>
            <p style="margin:0 0 24px;font:13px/1.5 ${sans};color:#6b625a">Or open this address:<br><a href="${url}" style="color:#8a3b2b;word-break:break-all">${url}</a></p>`;

/** Renders an email as HTML and plain text, with the site's name and URL in the footer. */
export function renderEmail(
  content: EmailContent,
  site: { name: string; url: string },
): { text: string; html: string } {
  const { subject, salutation, paragraphs, items = [], action, notes, links = [] } = content;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${subject}</title>
</head>
<body style="margin:0;padding:0;background:#f4efe8">
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4efe8">
    <tr><td align="center" style="padding:32px 16px">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
        <tr><td style="padding:0 8px 16px;font:600 20px/1.3 ${serif};color:#8a3b2b">${site.name}</td></tr>
        <tr><td style="padding:32px;background:#fffdf9;border:1px solid #e4dbcf;border-radius:12px">
            <h1 style="margin:0 0 20px;font:600 24px/1.3 ${serif};color:#2b2622">${subject}</h1>${paragraph(salutation)}${paragraphs.map(paragraph)}${items.map(item)}${action ? button(action) : ''}${notes.map(note)}${links.map(smallLink)}
        </td></tr>
        <tr><td style="padding:16px 8px;font:13px/1.5 ${sans};color:#6b625a">${site.name} · <a href="${site.url}" style="color:#6b625a">${site.url}</a></td></tr>
      </table>
    </td></tr>
  </table>
</body>
</html>
`;
  const labelled = (one: { label: string; url: string }) => `${one.label}:\n${one.url}`;
  const list = items.map((one) =>
    [`* ${one.text}`, ...one.details, one.url, ...(one.reason ? [`(${one.reason})`] : [])].join('\n  '),
  );
  const text = [
    salutation,
    ...paragraphs,
    ...list,
    ...(action ? [labelled(action)] : []),
    ...notes,
    ...links.map(labelled),
    `-- \n${site.name}\n${site.url}`,
  ].join('\n\n');
  return { text: `${text}\n`, html: page.text };
}
