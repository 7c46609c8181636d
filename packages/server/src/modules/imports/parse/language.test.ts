import { describe, expect, test } from 'vitest';
import { guessLanguage } from '../../../platform/guess-language.ts';

import { knownLanguage, parseBook, readFileAsBook } from './parse-book.ts';

const texts: [string, string][] = [
  [
    'en',
    'The lamp was lit when she came home, and nobody had seen who did it. He asked her what that was for.',
  ],
  [
    'es',
    'La lámpara estaba encendida cuando ella volvió a casa, y nadie había visto quién lo hizo. Era muy tarde, pero no dijo nada que no fuera para los demás.',
  ],
  [
    'fr',
    'La lampe était allumée quand elle rentra, et personne ne savait qui avait fait cela. Il était tard, mais les gens de la maison ne dormaient pas dans leurs lits.',
  ],
  [
    'de',
    'Die Lampe brannte, als sie nach Hause kam, und niemand hatte gesehen, wer das war. Ich weiß es nicht, sagte der Alte und setzte sich auf die Bank.',
  ],
  [
    'it',
    'La lampada era accesa quando tornò a casa, e nessuno aveva visto chi fosse stato. Non sono io, disse il vecchio, che di notte non vede più nulla.',
  ],
  [
    'pt',
    'A lâmpada estava acesa quando ela voltou para casa, e ninguém viu quem foi. Não fui eu, disse o velho, que já era muito tarde para uma visita.',
  ],
  [
    'nl',
    'De lamp brandde toen zij naar huis kwam, en niemand had gezien wie het was. Maar hij zei dat het niet van hem was, en ook niet voor een ander.',
  ],
  [
    'sv',
    'Lampan var tänd när hon kom hem, och ingen hade sett vem det var. Jag vet inte, sa han, det är som att vara på en främmande plats med er.',
  ],
  [
    'da',
    'Lampen var tændt, da hun kom hjem, og ingen havde set, hvem det var. Jeg ved ikke, hvad det er, sagde han, og gik efter mig ud af huset.',
  ],
  [
    'nb',
    'Lampen var tent da hun kom hjem, og ingen hadde sett hvem det var. Jeg vet ikke hva det er, sa han, og gikk etter meg ut av huset.',
  ],
  [
    'fi',
    'Lamppu oli sytytetty, kun hän tuli kotiin, eikä kukaan ollut nähnyt, kuka se oli. Minä en tiedä, hän sanoi, mutta niin se on että ja ei muuta.',
  ],
  [
    'pl',
    'Lampa była zapalona, gdy wróciła do domu, i nikt nie widział, kto to był. Nie wiem, powiedział, ale tak jest, że to się na pewno stało.',
  ],
  [
    'cs',
    'Lampa byla rozsvícená, když se vrátila domů, a nikdo neviděl, kdo to byl. Nevím, řekl, ale tak to je, že se na to jen dívám a ještě nejsem jako on.',
  ],
  [
    'hu',
    'A lámpa égett, amikor hazaért, és senki nem látta, hogy ki volt az. Nem tudom, mondta, de azt már csak egy ember érti meg, mint ez.',
  ],
  [
    'tr',
    'Eve döndüğünde lamba yanıyordu ve bir kişi bile görmemişti. Bu ne için, dedi, ama o kadar çok şey vardı ki sonra onun gibi değil daha sessiz oldu.',
  ],
  [
    'id',
    'Lampu itu menyala ketika dia pulang, dan tidak ada yang melihat siapa orang itu. Saya tidak tahu, katanya, ini untuk mereka yang akan pergi dari sini.',
  ],
  [
    'vi',
    'Ngọn đèn đã sáng khi cô về nhà, và không một người nào thấy ai đã làm. Anh nói những điều này là của người trong nhà cho cô.',
  ],
  [
    'ru',
    'Лампа горела, когда она пришла домой, и никто не видел, кто это был. Он не знал, что на это сказать, но все они молчали.',
  ],
  [
    'uk',
    'Лампа горіла, коли вона прийшла додому, і ніхто не бачив, хто це був. Він не знав, що на це сказати, але всі вони мовчали, як і ми.',
  ],
  [
    'bg',
    'Лампата светеше, когато тя се прибра, и никой не видя кой беше това. Той не знаеше какво да каже на хората, но те се смееха, че го няма.',
  ],
  [
    'ar',
    'كان المصباح مضاء عندما عادت إلى البيت، ولم ير أحد من الذي أشعله. قال الرجل إن هذا في الليل كان على غير ما يريد، ثم خرج من الدار.',
  ],
  [
    'fa',
    'وقتی او به خانه آمد چراغ روشن بود و هیچ کس ندیده بود که این کار را چه کسی کرده است. مرد گفت که از این خانه برای یک شب رفته بود و در آن می ماند.',
  ],
  [
    'ur',
    'جب وہ گھر آئی تو چراغ جل رہا تھا اور کسی نے نہیں دیکھا کہ یہ کس نے کیا ہے۔ اس کے گھر میں ایک آدمی تھا اور وہ رات کو باہر سے آیا۔',
  ],
  ['he', 'המנורה דלקה כשהיא חזרה הביתה, ואיש לא ראה מי עשה זאת.'],
  ['el', 'Η λάμπα ήταν αναμμένη όταν γύρισε στο σπίτι και κανείς δεν είδε ποιος ήταν.'],
  ['zh', '她回家的时候，灯已经亮了，没有人看见是谁做的。他们说这个人来过，后来又走了。'],
  ['zh-TW', '她回家的時候，燈已經亮了，沒有人看見是誰做的。他們說這個人來過，後來又走了。'],
  ['ja', '彼女が家に帰ったとき、灯りはもうついていた。誰がしたのか、誰も見ていなかった。'],
  ['ko', '그녀가 집에 돌아왔을 때 등불은 이미 켜져 있었고 누가 그랬는지 아무도 보지 못했다.'],
  ['th', 'เมื่อเธอกลับถึงบ้าน โคมไฟก็สว่างอยู่แล้ว และไม่มีใครเห็นว่าใครทำ'],
  ['hi', 'जब वह घर आई तो दीपक जल रहा था और किसी ने नहीं देखा कि यह किसने किया।'],
];

describe('the language of a text', () => {
  test.each(texts)('is detected: %s', (tag, text) => {
    expect(guessLanguage(text)).toBe(tag);
    // Even with some text in another language.
    expect(guessLanguage(`${text}\n\n${text}\n\n‘Inkling’, v2.0`)).toBe(tag);
  });

  test.each(['', '1234 … !', 'xyzzy plugh frobozz qwx zzt brll'])('is unknown for %j', (text) => {
    expect(guessLanguage(text)).toBeNull();
  });
});

test.each([
  ['en-GB', 'en-GB'],
  ['pt-BR', 'pt-BR'],
  ['zh-Hant-TW', 'zh-Hant-TW'],
  ['zz-bogus', null],
  ['bogus', null],
  ['', null],
  [null, null],
])('the tag %j is recognized as %j', (tag, known) => {
  expect(knownLanguage(tag)).toBe(known);
});

describe('a book', () => {
  const parsed = async (name: string, text: string) =>
    (await parseBook({ name, bytes: Buffer.from(text) })).language;
  const chinese = `第一章\n\n${texts.find(([tag]) => tag === 'zh')?.[1].repeat(20)}\n`;

  test('without a declared language has the language detected in its text', async () => {
    expect(await parsed('a.txt', chinese)).toBe('zh');
    const arabic = texts.find(([tag]) => tag === 'ar')?.[1] ?? '';
    expect(await parsed('a.txt', `${arabic}\n\n`.repeat(20))).toBe('ar');
  });

  test.each([
    ['en', 'fr', 'en'],
    ['en', 'zh', 'en'],
    ['nb', 'da', ''],
    ['sr', 'bg', ''],
    ['oc', 'ca', ''],
    ['fr-CA', 'fr', ''],
  ])('that states %s, in %s: asked is about %j', async (stated, tag, asked) => {
    const text = `${texts.find(([one]) => one === tag)?.[1]}\n\n`.repeat(20);
    const bytes = Buffer.from(`---\ntitle: T\nlanguage: ${stated}\n---\n\n${text}`);
    const { language, unsure } = (await readFileAsBook({ name: 'a.md', bytes })).book;
    expect([language, unsure.language]).toEqual([asked === '' ? stated : tag, asked]);
  });

  test('has its declared language, unless that does not exist', async () => {
    expect(await parsed('a.md', `---\ntitle: T\nlanguage: zh-TW\n---\n\n${chinese}`)).toBe('zh-TW');
    expect(await parsed('a.md', `---\ntitle: T\nlanguage: zz-bogus\n---\n\n${chinese}`)).toBe('zh');
  });
});
