const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Scripts, with the language that uses them if it is (nearly) the only one. */
const scripts: [RegExp, string][] = [
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Bengali}/gu, 'bn'],
  [/\p{Script=Tamil}/gu, 'ta'],
  [/\p{Script=Armenian}/gu, 'hy'],
  [/\p{Script=Georgian}/gu, 'ka'],
  [/\p{Script=Arabic}/gu, 'Arab'],
  [/\p{Script=Cyrillic}/gu, 'Cyrl'],
  [/\p{Script=Han}/gu, 'Hani'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Latin}/gu, 'Latn'],
];

/** The most frequent words of the languages that share a script. */
const words: Record<string, Record<string, string>> = {
  Latn: {
    en: 'the and of to that was his her with had for not you she they this',
    es: 'que de la el los las con una por para como pero más había muy cuando',
    fr: 'le les des est dans que qui une pour pas avec était sur vous elle mais',
    de: 'der die das und nicht ist ich sie mit war ein eine sich dem den auf',
    it: 'che di il non una per della con era sono gli anche più nel suo come',
    pt: 'que não uma os as com para por mais era ele ela foi seu muito quando',
    nl: 'de het een van en niet dat was zijn hij ze met voor maar naar ook',
    sv: 'och att det som inte jag han hon var är för på med en ett från',
    da: 'og at det som ikke jeg han hun var er af på med til hvad efter mig',
    nb: 'og at det som ikke jeg han hun var er av på med til hva etter meg',
    fi: 'ja oli että hän se ei mutta kun niin minä oli sitten kuin ovat myös joka',
    pl: 'nie się na jest że to był jak ale jego tak przez była tylko pod był',
    cs: 'se na je že to byl jako ale jeho když tak byla jsem jen než ještě',
    sk: 'sa na je že to bol ako ale jeho keď tak bola som len než ešte',
    hu: 'hogy nem az és egy volt meg csak mint már de azt van ez még el',
    ro: 'și nu că de în la cu pe era mai din care pentru este fost îl',
    tr: 've bir bu da için ne çok gibi daha onun değil kadar sonra ama olan vardı',
    id: 'yang dan di itu dengan untuk tidak dari ini dia pada akan ada mereka ke saya',
    vi: 'và của là không một những được cho có người trong đã với này cô anh',
    ca: 'que de la els les amb una per com però més havia molt quan era és',
    tl: 'ang ng sa na mga siya ay hindi niya ko ako kung ito may nang pero',
    la: 'et in est non ad cum quod ut qui sed ex si quae esse per ab',
    eo: 'la kaj de en estas ne al mi li ŝi estis por sed kiu kun kiel',
    sw: 'na ya wa kwa ni la katika za kuwa cha hii hiyo yake huyo alikuwa lakini',
  },
  Cyrl: {
    ru: 'и не что он на как она это его был но все они мы ты ещё',
    uk: 'і не що він на як вона це його був але все вони ми ти ще',
    bg: 'и не че той на как тя това го беше но се те ние ти още',
  },
  Arab: {
    ar: 'في من على إلى أن التي هذا كان لم ما هو عن الذي هذه كانت ثم',
    fa: 'و در به از که این را با است آن بود برای تا می یک او',
    ur: 'اور کے میں ہے کی کا نے سے کو کہ پر یہ وہ تھا ہیں ایک',
  },
};

/** The most frequent words of languages that have a script of their own. */
const ofOneScript: Record<string, string> = {
  el: 'και το να του η της με που από για την στο είναι δεν ο τον μου ήταν σε θα',
  he: 'את של לא על הוא היא זה אני עם כי כל מה גם אל היה אבל לו או יש אם',
};

/** Frequent characters that exist only in traditional or only in simplified Chinese. */
const traditional = /[這個們說時會來國學為對過裡後還沒開關長門見車東馬語話請謝點樣應]/gu;
const simplified = /[这个们说时会来国学为对过里后还没开关长门见车东马语话请谢点样应]/gu;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function countEachWord(text: string): { seen: Map<string, number>; all: number } {
  const seen = new Map<string, number>();
  let all = 0;
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}]+/gu)) {
    seen.set(word, (seen.get(word) ?? 0) + 1);
    all += 1;
  }
  return { seen, all };
}

const hitsOf = (seen: ReadonlyMap<string, number>, list: string): number =>
  [...new Set(list.split(' '))].reduce((sum, word) => sum + (seen.get(word) ?? 0), 0);

/** The share of a language's most frequent words among the words of a text, 0 to 1. */
export function shareOfFrequentWords(text: string, language: string): number {
  const { seen, all } = countEachWord(text);
  const list = Object.values(words).find((lists) => language in lists)?.[language] ?? ofOneScript[language];
  return list === undefined || all === 0 ? 0 : hitsOf(seen, list) / all;
}

/** The candidate whose words are most frequent in the text; null when they are too rare for prose. */
function byWords(text: string, candidates: Record<string, string>): string | null {
  const { seen, all } = countEachWord(text);
  let best: { tag: string | null; share: number } = { tag: null, share: 0.08 };
  for (const [tag, list] of Object.entries(candidates)) {
    const share = all === 0 ? 0 : hitsOf(seen, list) / all;
    if (share > best.share) best = { tag, share };
  }
  return best.tag;
}

/** Detects the language of a text by its script and its most frequent words; null when unknown. */
export function guessLanguage(text: string): string | null {
  const counts = new Map(scripts.map(([pattern, script]) => [script, count(text, pattern)]));
  const [script = '', letters = 0] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  if (letters === 0) return null;
  // Japanese has kana between its Han characters, Chinese has none.
  if (script === 'Hani' && (counts.get('ja') ?? 0) * 20 > letters) return 'ja';
  if (script === 'Hani') return count(text, traditional) > count(text, simplified) ? 'zh-TW' : 'zh';
  const candidates = words[script];
  return candidates === undefined ? script : byWords(text, candidates);
}

/** Whether a text in the language `guess` is not in a `stated` one: by its script, or its most frequent words. */
export function contradictsLanguage(text: string, guess: string, stated: string): boolean {
  const [ours, theirs] = [new Intl.Locale(guess).maximize(), new Intl.Locale(stated).maximize()];
  if (ours.language === theirs.language) return false;
  if (ours.script !== theirs.script) return true;
  const share = shareOfFrequentWords(text, theirs.language);
  // Close languages share their frequent words, and for many languages none are listed.
  const isKnown = Object.values(words).some((lists) => theirs.language in lists);
  return isKnown && shareOfFrequentWords(text, guess) > 2 * share;
}

/** The language with an English name, such as 'French', of those that are detected. */
export const languageNamed = (name: string): string | null =>
  [...Object.keys(ofOneScript), ...Object.values(words).flatMap(Object.keys), 'zh', 'ja', 'ko'].find(
    (tag) => names.of(tag)?.toLowerCase().replace(' bokmål', '') === name.trim().toLowerCase(),
  ) ?? null;
