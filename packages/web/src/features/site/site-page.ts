import type { Operator, SessionLifetimes } from '@inkling/contract/site';
import type { ClientLoaderFunctionArgs, LoaderFunctionArgs, MetaDescriptor } from 'react-router';
import { load } from '../../lib/load.ts';
import { pageTitle, productName, sitePicture } from '../../lib/titles.ts';

/** What the pages about the site are made from. */
export interface SitePage {
  operator: Operator;
  sessionLifetimes: SessionLifetimes;
  /** The page's own address, whole. */
  address: string;
}

/** Loads such a page, on the server and in the browser. */
export async function loadSitePage(args: LoaderFunctionArgs | ClientLoaderFunctionArgs): Promise<SitePage> {
  const { data } = await load(args, 'GET /site', {});
  const { origin, pathname } = new URL(args.request.url);
  return { operator: data.operator, sessionLifetimes: data.logIns, address: origin + pathname };
}

/** What other sites and search engines read of such a page. */
export function siteMeta(name: string, description: string, address: string | undefined): MetaDescriptor[] {
  const title = pageTitle(name);
  const meta = [
    { title },
    { name: 'description', content: description },
    { property: 'og:site_name', content: productName },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
  ];
  if (address === undefined) return meta;
  return [
    ...meta,
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:url', content: address },
    { property: 'og:image', content: new URL(sitePicture, address).href },
    { name: 'twitter:card', content: 'summary' },
  ];
}
