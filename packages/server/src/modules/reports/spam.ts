import { foldText } from '@inkling/contract/fold-text';
import { publicUrl } from '../../platform/config.ts';
import type { AppContext } from '../../platform/context.ts';
import { siteSettings } from '../../platform/site-settings.ts';
import { sameText } from '../../platform/texts.ts';

/** Why a text is held: `number` is the age of accounts, in hours, or how often the text was written. */
export interface Cause {
  heldFor: 'link' | 'repeated';
  number: number;
}

/** Shorter texts, in visible characters, are often the same: 'Thank you!' */
const shortest = 20;

/** Addresses with a scheme or 'www.', and the links of Markdown to what is not a path of the site. */
const addresses = /(?:https?:\/\/|(?<![\p{L}\p{N}])www\.)[^\s<>()[\]]+/gu;
const markdownLink = /\]\(\s*(?!\/(?!\/)|https?:\/\/)\S/u;

/** Whether a text has a link to another site than that at `siteUrl`. */
export function hasForeignLink(text: string, siteUrl: string): boolean {
  const folded = foldText(text);
  const own = new URL(siteUrl).host;
  const isForeign = (address: string) =>
    URL.parse(address.startsWith('www.') ? `https://${address}` : address)?.host !== own;
  return markdownLink.test(folded) || (folded.match(addresses) ?? []).some(isForeign);
}

/** Why a text is to be held, if so; `times` is how often its writer has written it in 24 hours, this time included. */
export function causeOf(
  ctx: Pick<AppContext, 'config'>,
  text: string,
  { isNewcomer, times }: { isNewcomer: boolean; times: number },
): Cause | null {
  const { newAccountHours, repeatedTexts } = siteSettings(ctx);
  if (isNewcomer && hasForeignLink(text, publicUrl(ctx.config)))
    return { heldFor: 'link', number: newAccountHours };
  if (repeatedTexts > 0 && times >= repeatedTexts && sameText(text).length >= shortest)
    return { heldFor: 'repeated', number: times };
  return null;
}
