const set = (words: string) => new Set(words.split(/\s+/));

/** Words so frequent that their repetition is not heard. */
export const commonWords = set(
  `about above across after again against almost along already also although always another anything around asked away
   back because been before began behind being below beneath beside between both came cannot come could couldn't didn't
   does doesn't doing done don't down during each either else enough even ever every everything first from gave give
   given goes going gone hadn't half hand hands hasn't have haven't having head here herself himself however into isn't
   it's itself just kept knew know known last later least left less like little long look looked looking made make many
   maybe might more most much must myself near need never next nothing once only onto other others ourselves over own
   part people perhaps quite rather really right said same says seem seemed seen several shall should shouldn't side since
   some someone something somewhere still such take taken tell than that that's their them themselves then there there's
   these they they're thing things think this those though thought three through till time today together told took
   toward towards turn turned under until upon used very wait want wanted was wasn't well went were weren't what what's
   when where whether which while whole whom whose will with within without won't would wouldn't years you'd you'll you're
   your yours yourself`,
);

/** Words in -ly that are no adverbs, or hardly ever weaken a verb. */
export const notAdverbs = set(
  `ally anomaly apply assembly barely beastly belly bodily bubbly bully butterfly comply costly courtly cowardly crumbly
   cuddly curly daily deadly dolly dragonfly early elderly family fatherly firefly fly folly friendly ghastly ghostly
   gully heavenly hilly holly holy homely hourly imply italy jelly jolly july kindly kingly leisurely likely lily lively
   lonely lordly lovely lowly manly melancholy monopoly monthly motherly multiply nearly nightly oily only orderly
   panoply ply prickly quarterly rally rely reply scholarly shapely sickly silly sly smelly sparkly sprightly squiggly
   stately steely supply surly tally timely ugly unlikely unruly weekly wobbly wooly woolly worldly yearly`,
);

/** Forms that a passive begins with. */
export const beForms = set("am is are was were be been being isn't aren't wasn't weren't");

/** Participles that do not end in -ed. */
export const participles = set(
  `beaten begun bitten blown born borne bought bound bred broken brought built burnt carved caught chosen cut dealt done
   drawn driven drunk dug eaten fed felt flung forbidden forgiven forgotten fought found frozen given ground grown held
   hidden hit hung hurt kept known laid led left lent let lit lost made meant met mown paid proven put read ridden rung
   said sawn seen sent set sewn shaken shed shot shown shut slain sold sought sown spent split spoken spread stolen struck
   stuck sung sunk sworn swept swung taken taught thrown told torn trodden understood undone upset won worn woven wound
   written`,
);

/** Words in -ed that usually say how something is, not what was done to it. */
export const notParticiples = set(
  'ashamed bed bored crooked excited hundred interested need naked pleased red sacred scared seed shed speed tired used wicked worried',
);

const vowelGroups = /[aeiouy]+/g;

/** About how many syllables an English word has, by its groups of vowels. */
export function syllablesOf(word: string): number {
  const letters = word.replace(/[^a-z]/g, '');
  const groups = letters.match(vowelGroups)?.length ?? 0;
  const isSilent = /[^aeiouyl]e$|[^aeiouytd]ed$|[^aeiouylscxz]es$/.test(letters) && groups > 1;
  return Math.max(1, groups - (isSilent ? 1 : 0));
}
