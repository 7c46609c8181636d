import { passwordLimits } from '@inkling/contract/account';

const howMany = 10_000;
const productName = 'inkling';

let common: Promise<Set<string>> | undefined;

/** The commonest passwords that are long enough to be allowed at all; read once, when first needed. */
async function commonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const listed = dictionary['passwords-common'] ?? [];
  const longEnough = listed.map(String).filter((word) => word.length >= passwordLimits.min);
  return new Set(longEnough.slice(0, howMany));
}

/** Whether a guesser would try this first: a common password, the product's name or the person's own names. */
export async function isCommonPassword(password: string, ownNames: string[]): Promise<boolean> {
  const guess = password.toLowerCase();
  const own = ownNames
    .flatMap((name) => [name, name.split('@')[0] ?? name])
    .map((name) => name.toLowerCase());
  // 'inkling1', 'ann2024!' and the like: a name with nothing but digits and signs around it.
  const core = guess.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if ([productName, ...own].some((name) => name === guess || (core !== '' && name === core))) return true;
  common ??= commonPasswords();
  return (await common).has(guess);
}
