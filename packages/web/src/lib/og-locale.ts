/** A language as Open Graph names it, with its likeliest country: 'en_US' for 'en'. */
export function ogLocale(language: string): string {
  const { language: name, region } = new Intl.Locale(language).maximize();
  return region === undefined ? name : `${name}_${region}`;
}
