import { describe, expect, test } from 'vitest';
import { isChapterTitle, isPartTitle, isUnnumberedChapter } from './titles.ts';

describe('titles in other languages', () => {
  test.each([
    'Capítulo primero',
    'Capítulo XII. La huida',
    'CHAPITRE PREMIER',
    'Erstes Kapitel',
    'Глава первая',
    'ГЛАВА 12. Побег',
    'Розділ 3',
    'الفصل الأول',
    'الفصل الثاني: البحر',
    'باب ۳',
    '第一章',
    '第十二回 夜',
    '第３話',
    '第百話　海',
    '제3장',
    'פרק ראשון',
    'Κεφάλαιο 4',
  ])('%s begins a chapter', (title) => {
    expect(isChapterTitle(title)).toBe(true);
    expect(isPartTitle(title)).toBe(false);
  });

  test.each([
    'Primera parte',
    'Часть вторая',
    'Zweiter Teil',
    'الجزء الأول',
    '第二部',
    '上巻',
    '第一卷 海',
    'Deuxième partie',
  ])('%s begins a part', (title) => {
    expect(isPartTitle(title)).toBe(true);
    expect(isChapterTitle(title)).toBe(false);
  });

  test.each(['Пролог', 'مقدمة', '序章', 'プロローグ', '尾声', 'Epílogo'])(
    '%s is a chapter without a number',
    (title) => {
      expect(isUnnumberedChapter(title)).toBe(true);
    },
  );

  test.each(['第一印象', '第三者の視点', 'Глаза', 'باب', 'One.', 'فصلنا من هنا'])(
    '%s is not a chapter',
    (title) => {
      expect(isChapterTitle(title) || isPartTitle(title) || isUnnumberedChapter(title)).toBe(false);
    },
  );
});
