import { passwordLimits } from '@inkling/contract/limits';

const listSize = 10_000;
const productName = 'inkling';

let common: Promise<Set<string>> | undefined;

/** The most common passwords that satisfy the minimum length; loaded on first use. */
async function commonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const words = dictionary['passwords-common'] ?? [];
  const longEnough = words.map(String).filter((word) => word.length >= passwordLimits.min);
  return new Set(longEnough.slice(0, listSize));
}

/** Whether a password is easy to guess: a common one, the product's name, or the user's own name or email. */
export async function isCommonPassword(password: string, ownNames: string[]): Promise<boolean> {
  const guess = password.toLowerCase();
  const own = ownNames
    .flatMap((name) => [name, name.split('@')[0] ?? name])
    .map((name) => name.toLowerCase());
  // 'inkling1' or 'ann2024!': a name surrounded only by digits and punctuation.
  const core = guess.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if ([productName, ...own].some((name) => name === guess || (core !== '' && name === core))) return true;
  common ??= commonPasswords();
  return (await common).has(guess);
}
