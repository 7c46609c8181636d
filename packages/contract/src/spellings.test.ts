import { expect, test } from 'vitest';
import { beginningsOf, spellingsOf } from './spellings.ts';

const pairs = `colour color, colours colors, harbour harbor, favourite favorite, neighbourhood neighborhood, odour odor,
  grey gray, cosy cozy, cosier cozier, theatre theater, centred centered, metre meter, kilometres kilometers,
  manoeuvre maneuver, realise realize, organisation organization, analyse analyze, colourise colorize, dialogue dialog,
  catalogues catalogs, travelled traveled, traveller traveler, marvellous marvelous, jewellery jewelry, fulfil fulfill,
  skilful skillful, defence defense, licence license, practise practice, mould mold, plough plow, pyjamas pajamas,
  sceptic skeptic, judgement judgment, artefact artifact, aesthetic esthetic, mediaeval medieval, programme program,
  cheque check, cheques checks, chequebook checkbook, gaol jail, gaoler jailer, gaoled jailed, storey story, storeys stories,
  storeyed storied`;

test.each(pairs.split(',').map((pair) => pair.trim().split(' ') as [string, string]))(
  '%s and %s are one word',
  (british, american) => {
    expect(spellingsOf(british)).toContain(american);
    expect(spellingsOf(american)).toContain(british);
  },
);

test('other words stay as they are', () => {
  for (const word of 'four hour flour storm call filled filing smiling wise other water letter'.split(' '))
    expect(spellingsOf(word)).toEqual([word]);
});

test('a long word takes no time', () => {
  expect(spellingsOf('al'.repeat(32))).toHaveLength(1);
  expect(spellingsOf(`${'ae'.repeat(14)}l`)).toHaveLength(1);
});

test('a word that is still being typed may begin in the other spelling', () => {
  const typed =
    'colou color, colourf colorf, colorf colourf, realis realize, defenc defense, travell traveler, greyh grayh';
  for (const pair of typed.split(', ')) {
    const [one = '', other] = pair.split(' ');
    expect(beginningsOf(one)).toContain(other);
  }
  for (const one of ['m', 'col', 'lamp']) expect(beginningsOf(one)).toEqual([one]);
});
