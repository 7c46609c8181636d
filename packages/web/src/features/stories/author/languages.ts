const offered = [
  'en',
  'es',
  'fr',
  'de',
  'it',
  'pt',
  'pt-BR',
  'nl',
  'sv',
  'da',
  'nb',
  'fi',
  'pl',
  'cs',
  'sk',
  'hu',
  'ro',
  'bg',
  'el',
  'uk',
  'ru',
  'tr',
  'ar',
  'fa',
  'he',
  'ur',
  'hi',
  'bn',
  'ta',
  'id',
  'ms',
  'vi',
  'th',
  'zh',
  'zh-TW',
  'ja',
  'ko',
  'tl',
  'sw',
  'ca',
  'eu',
  'ga',
  'cy',
  'la',
  'eo',
];

/** The languages to choose from, with their native names; `extra` is the story's current language. */
export function languages(extra?: string): { tag: string; name: string }[] {
  const tags = extra === undefined || offered.includes(extra) ? offered : [extra, ...offered];
  return tags.map((tag) => {
    try {
      return { tag, name: new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag };
    } catch {
      return { tag, name: tag };
    }
  });
}
