import { escapeHtml } from '../../platform/http/html.ts';

/** What a feed lists: a chapter or a story. Texts are plain. */
export interface FeedEntry {
  id: string;
  title: string;
  address: string;
  /** Null without one, and of mature stories. */
  summary: string | null;
  /** The first paragraphs of a chapter, if they may be shown. */
  opening?: string[];
  language: string;
  author: { name: string; address: string };
  publishedAt: Date;
  updatedAt: Date;
}

export interface Feed {
  id: string;
  title: string;
  /** The page that the feed is about. */
  page: string;
  /** Its own address without the format; null if that is a secret. */
  address: string | null;
  /** What follows the format in its own address. */
  query: '' | '?mature=1';
  updatedAt: Date;
  entries: FeedEntry[];
}

export const formats = {
  atom: { type: 'application/atom+xml', write: writeAtom },
  json: { type: 'application/feed+json', write: writeJsonFeed },
};
export type FeedFormat = keyof typeof formats;

/** Everything that XML 1.0 does not allow, not even as a reference. */
const notInXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const escaped = (text: string): string => escapeHtml(text.replace(notInXml, ''));

const element = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>\n`;

const link = (rel: string, type: string, address: string): string =>
  `<link rel="${rel}" type="${type}" href="${escaped(address)}"/>\n`;

const writeEntry = (entry: FeedEntry): string =>
  [
    `<entry xml:lang="${escaped(entry.language)}">\n`,
    element('id', entry.id),
    element('title', entry.title),
    link('alternate', 'text/html', entry.address),
    element('published', entry.publishedAt.toISOString()),
    element('updated', entry.updatedAt.toISOString()),
    `<author>\n${element('name', entry.author.name)}${element('uri', entry.author.address)}</author>\n`,
    entry.summary === null ? '' : element('summary', entry.summary),
    entry.opening === undefined ? '' : `<content type="html">${escaped(asHtml(entry.opening))}</content>\n`,
    '</entry>\n',
  ].join('');

const asHtml = (paragraphs: string[]): string =>
  paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n');

/** Atom (RFC 4287). */
function writeAtom({ id, title, page, address, query, updatedAt, entries }: Feed): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n',
    element('id', id),
    element('title', title),
    link('alternate', 'text/html', page),
    address === null ? '' : link('self', formats.atom.type, `${address}.atom${query}`),
    element('updated', updatedAt.toISOString()),
    ...entries.map(writeEntry),
    '</feed>\n',
  ].join('');
}

/** JSON Feed 1.1, which requires a text of each entry. */
function writeJsonFeed({ title, page, address, query, entries }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: page,
    ...(address !== null && { feed_url: `${address}.json${query}` }),
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.address,
      title: entry.title,
      ...(entry.opening === undefined
        ? { content_text: entry.summary ?? '' }
        : { content_html: asHtml(entry.opening), summary: entry.summary ?? '' }),
      date_published: entry.publishedAt.toISOString(),
      date_modified: entry.updatedAt.toISOString(),
      language: entry.language,
      authors: [{ name: entry.author.name, url: entry.author.address }],
    })),
  });
}

interface Outline {
  title: string;
  feed: string;
  page: string;
}

/** OPML 2.0: groups of feeds. */
export const writeOpml = (title: string, groups: Record<string, Outline[]>): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n<head>\n',
    element('title', title),
    '</head>\n<body>\n',
    ...Object.entries(groups).flatMap(([name, outlines]) => [
      `<outline text="${escaped(name)}">\n`,
      ...outlines.map(
        ({ title: text, feed, page }) =>
          `<outline type="rss" text="${escaped(text)}" title="${escaped(text)}" xmlUrl="${escaped(feed)}" htmlUrl="${escaped(page)}"/>\n`,
      ),
      '</outline>\n',
    ]),
    '</body>\n</opml>\n',
  ].join('');
