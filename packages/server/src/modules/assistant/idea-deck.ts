/**
 * The cards of story ideas, written for this project. A line is a card: genres | themes | text; a situation also has a
 * title before its text. Genres: F fantasy, S science fiction, M mystery and crime, R romance, H horror, A adventure,
 * P historical, C comedy, D drama and everyday life; * suits all.
 */
export const situations = `
M D | art secrets | The Wrong A | A piano tuner notices that one key in every piano on her route has been moved to the same false note.
D R | family home | Eleven Place Settings | A widower keeps cooking for the whole family, and one Sunday strangers begin to take the empty chairs.
S D | memory work | Returned Goods | A clerk at a pawnshop for memories finds her own wedding on the shelf, already paid for.
F A | debt power | What the River Is Owed | Every spring a town pays the river in small silver; this year someone has paid it in lead.
H D | grief memory | The Answering Machine | A dead man’s answering machine keeps taking messages, and the callers say he called them back.
P M | secrets war | The Censor’s Margin | A wartime letter censor begins to leave warnings in the blacked-out lines for a soldier she has never met.
C D | work friendship | Acting Mayor | A community-theater understudy is hired to stand in for a mayor who went on vacation and stopped answering.
F D | time family | The Clock Apprentice | A girl learns to repair clocks that keep the hours people have wasted, and finds her mother’s.
S A | home courage | Last Mail to Ceres | The final mail run to a closing colony carries one parcel with no address and a pulse.
M | justice betrayal | Twelve Good Reasons | A juror recognizes the murder weapon as the letter opener her own father gave her.
R C | love work | The Rival Bakery | Two bakers who feud across one street discover they have been answering each other’s letters to the advice column.
H F | nature faith | The Orchard Vote | A village votes each fall on which tree to feed, and this year the ballot has a person’s name on it.
P A | courage nature | The Map of Ice | A survey crew is paid by the mile for a coastline that melts faster than they can draw it.
D | money family | The Lottery Cousin | A man hides the family’s winning ticket and joins the search for it.
S M | identity justice | Seven Alibis | A detective questions seven copies of the same man, each sure that he is the one who was never copied.
F C | work power | Complaints, Third Floor | The kingdom’s prophecies are handled by a complaints department, and the new clerk approves one by mistake.
A M | betrayal money | The Salvage Clause | Divers hired to raise a sunken yacht find that its insurance was bought the day after it went down.
R P | love war | Blackout Waltz | During the blackouts two strangers dance in an unlit ballroom and agree never to see each other by daylight.
H S | loneliness memory | Night Shift, Deck Nine | The only person awake on a sleeper ship finds fresh coffee in the galley every morning.
D C | friendship home | The Borrowed Dog | Four neighbors share one dog in secret, each believing they are the only one who walks it.
F R | love time | The Thursday Husband | A lighthouse gives back the drowned for one day each week, and one of them would rather stay away.
M P | secrets art | Certificate of Authenticity | A museum asks an expert to certify a painting that she remembers her mother finishing at the kitchen table.
S D | work power | The Honesty Patch | An update makes every household machine honest for a day, and one family’s kitchen has been listening for years.
A F | courage friendship | The Giants Walk Out | The giants who hold up the mountain passes put down their tools and send a list of demands.
H | home secrets | Room to Spare | A couple measures their new house for carpet and finds it a yard shorter on the inside each week.
C R | love secrets | The Wedding Crasher’s Toast | A professional wedding guest is asked to give the toast at the wedding of the man who left her.
D P | faith family | The Bell Ringer’s Notice | A bell ringer loses his hearing and tells no one, and the town begins to live by the wrong hours.
S F | nature time | Seed Vault Four | A keeper of a seed vault plants one seed against orders, and the plant asks what year it is.
M A | justice nature | The Beekeeper’s Testimony | Stolen hives lead a county inspector to an orchard that is on no map and is in full bloom in January.
P D | work justice | The Match Girls’ Ledger | A factory bookkeeper keeps two ledgers, one for the owners and one for the girls who fall ill.
F H | power identity | The King’s Other Shadow | At every state dinner the king casts two shadows, and the second one has begun to eat.
R D | grief love | Instructions for the Garden | A gardener carries out a dead man’s planting plan and finds that it spells out a letter to someone she knows.
S C | work friendship | Customer Number One | A retired space station is sold as a motel, and its first guest refuses to check out of orbit.
A P | money courage | The Camel Mail | Army camels left over from a failed experiment are hired to outrun the railroad across the desert.
H M | secrets family | The Christening Gown | Every child christened in a certain gown has dreamed of the same cellar, and the house above it is for sale.
D | identity home | The Substitute Son | A man who dials a wrong number is mistaken for a stranger’s son, and he keeps calling every Sunday.
F M | justice secrets | The Coroner of Crows | In a city where crows give evidence, a coroner finds that one of them has been bribed.
S R | love memory | Version History | A couple who undo each quarrel with a memory service come across the backup of their first year.
C P | power art | The Duke’s New Ruins | A duke orders fashionable ruins for his garden, and the builder discovers real ones beneath them.
A S | courage nature | The Storm Chasers’ Union | Crews who harvest lightning over the plains must share the last great storm of the season.
M D | loneliness friendship | The Crossword Constructor | An old woman solves a crossword that describes her morning, clue by clue, before it has happened.
F D | art memory | The Weaver of Names | A weaver works the names of the dead into cloth, until a customer asks her to unpick one.
H A | nature courage | The Cave That Breathes In | Rescue divers reach the trapped hikers and find one more of them than went in.
R C | work love | Two to a Cubicle | Two rival translators must share one desk to finish the memoirs of a woman who invented both of their languages.
S D | family identity | Inheritance of Code | A father’s will leaves each child one part of a program, and it runs only if they speak to each other.
P M | betrayal love | The Telegraph Bride | A telegraph operator who writes love messages for miners sees one of them used as an alibi.
D A | courage family | The Long Way to Tulsa | A grandmother with a suspended license offers a hitchhiker her car if he lets her decide the turns.
F A | money betrayal | The Dragon’s Accountant | An auditor is lowered into a dragon’s hoard and finds that half the gold is painted.
H D | art loneliness | The Doll Hospital | A mender of dolls receives one in the mail each week with the same injury as her last patient.
C M | secrets money | The Least Likely Heist | A book club that only reads crime novels plans the perfect robbery for fun, and someone follows the plan.
S P | time war | The Armistice Switch | A technician in a war museum finds that one of the old radios still takes orders.
R F | love faith | The Temple of Lesser Gods | The caretaker of forgotten gods falls for a visitor who has come to close the temple.
D M | justice family | The Missing Minute | A school bus arrives one minute late and one child short, and no one on it remembers the stop.
A D | friendship nature | The Fire Lookouts | Two lookouts on facing mountains know each other only by lamp signals until one lamp stays dark.
F S | power nature | Rain by Subscription | A village that cannot pay for its weather sends its youngest debtor to plead with the clouds.
H P | faith war | The Chaplain’s Thirteen | A field chaplain buries twelve men every evening and finds thirteen crosses every morning.
C D | family home | Estate Sale, Everything Must Go | Three siblings who cannot agree on anything accidentally sell their father’s urn and must buy it back.
M S | identity secrets | The Witness Who Was Rain | The only recording of a killing was made by an art installation that translates everything into weather.
R D | time home | Ferry at Five | Two commuters take the same seat on ferries going opposite ways and begin to leave each other notes under the cushion.
A H | betrayal nature | The Tenth Climber | Nine climbers come down a mountain, and each remembers roping up with a tenth.
F C | friendship home | The Witch Upstairs | A building’s tenants must form a committee when the witch on the fifth floor stops paying for the elevator.
S A | home betrayal | Gravity Strike | The workers who keep a station turning stop it for an hour, and something old comes loose in the hull.
P R | work love | The Glass Harvest | A glassblower and a botanist have one winter to copy every flower of an expedition that no one believes in.
D | work identity | The Man Who Was Laid Off | A man keeps dressing for an office that no longer exists and finds forty others at the same bus stop.
M H | memory justice | Cold Open | A retired detective reads about her one unsolved case in a novel sent from an address that burned down.
F D | family grief | The House That Waits Up | A house keeps its lamp lit for a daughter who left, and lets in whoever knows her childhood name.
A P | art courage | The Smuggled Organ | A cathedral organ is carried over a closed border pipe by pipe, in coffins, coats and a circus wagon.
C S | power work | The Moon Is Closed on Mondays | A minor official discovers that the moon has been leased out and that he signed for it.
R H | love grief | The Second Widow | Two women meet at a grave, and each has a key to the dead man’s house.
D F | nature faith | The Last Saint of Weather | A farmer with a broken barometer is mistaken for a saint after being right four times.
S M | money power | The Insurance on Tomorrow | A risk analyst sees that a client has insured itself against something that happens next Tuesday at noon.
H C | friendship home | Dead Reckoning Realty | A real estate agent who sells only haunted houses meets a ghost who will pay over the asking price.
A D | family courage | The Mule Train | A veterinarian must lead her father’s mules over the pass he told everyone was closed.
P D | identity faith | The Census of Bell Street | A census taker counts one household that gives a different number of people at each knock.
F R | secrets power | The Queen’s Proxy | An actress is hired to wear the queen’s face for one summer and finds love letters sewn into her hem.
* | secrets friendship | The Unsent Drawer | Someone opens the drawer of letters a friend never mailed and finds that every one has been answered.
`;

export const characters = `
M D | work justice | a retired customs officer who still reads strangers’ luggage for lies
S A | work courage | a freight pilot who talks to her engines and apologizes to her passengers
F D | power family | a hedge witch who has promised her mother never to use magic before noon
P R | art love | a portrait painter who leaves one true thing out of every face
H M | grief memory | a night nurse who writes down last words and has begun to hear them early
C D | work loneliness | a substitute teacher who has taught every subject except the one he studied
D R | family home | a locksmith who has never owned a door
A P | courage nature | a river guide who cannot swim and has told no one
S D | identity memory | a translator for machines who has started to dream in their grammar
F M | justice secrets | a bailiff of the fairy courts with a weakness for human contracts
R C | love work | a divorce lawyer who plans surprise weddings on weekends
H D | faith family | a gravedigger’s daughter who knows every family by what it buried
M S | secrets power | an insurance investigator who remembers every number and no faces
P D | work justice | a union printer with ink in the creases of her only good dress
A F | betrayal money | a cartographer who sells maps with one deliberate mistake
C R | friendship love | a best man who has lost the ring, the groom and his nerve, in that order
D | loneliness home | a widow who rents out her spare room by the conversation
S F | nature time | a botanist whose greenhouse keeps a season of its own
H A | courage nature | a lighthouse mechanic who refuses to work after the second bell
M C | money secrets | a con man who has gone straight and finds that it does not pay
F R | love power | a prince under a spell that makes everyone forget him at sunset
P M | war secrets | a codebreaker who can keep every secret but her own birthday
D S | family identity | a boy raised by a ship’s computer who has never been interrupted
A D | friendship courage | a rodeo clown with a doctorate he hides from his mother
H R | grief love | a pianist who only plays for empty rooms
C F | work power | a junior demon on probation with excellent references
M D | justice family | a public defender whose brother is on the other side’s witness list
S C | work friendship | a cleaning robot with strong opinions about shoes
P A | money courage | a pearl diver saving for a house as far from the sea as the roads go
F H | faith nature | a priestess whose god has asked her for advice
D C | family money | an uncle who has pawned the same watch with every relative
R D | art loneliness | a subtitle writer who gives lonely movies kinder endings
M A | betrayal nature | a park ranger who has found the same backpack three summers in a row
S H | memory loneliness | a caretaker of sleeping passengers who knows them all by their dreams
P F | art faith | a bell founder who hears a crack before the metal has cooled
D | identity work | a former child star who drives the school bus and never hums
C M | justice friendship | a retired judge who runs the strictest bingo night in the county
A S | courage betrayal | a smuggler who carries nothing but medicine and charges as if it were gold
F D | grief home | a ferrywoman who takes her fare in stories and remembers each teller
H P | war memory | a stretcher bearer who still counts the steps between any two doors
R P | work love | a seamstress who sews one red thread into every hem she means
M H | secrets faith | a choir director who recognizes a liar by the breath before the note
S R | love identity | an astronaut who has been away so long that her dating profile is history
C D | home friendship | a landlord who cannot bring himself to raise the rent or fix the heat
D A | nature family | a beekeeper who tells the bees everything and her sons nothing
F A | courage identity | a knight who faints at the sight of swords and excels at siege arithmetic
P C | power money | a royal food taster with a cold and ambitions
M R | love justice | a private detective whose newest client wants to know why she left him
S M | power secrets | a city planner who knows which streets were drawn to keep people apart
H C | friendship home | a ghost who died in the wrong house and is too polite to say so
D P | faith work | a village doctor who has run out of everything but manners
A C | courage work | a stunt double who has outlived three leading men
F S | time memory | an archivist of days that never happened
R H | grief secrets | a florist who sends one bouquet each week to a house that was torn down
D M | betrayal friendship | a bookkeeper who has forgiven everyone and written it all down
S D | nature home | a farmer on a tidal flat who moves his house twice a day
P A | identity courage | a cabin boy who is nobody’s boy and steers better than the captain
C R | art love | a poet for hire who has run out of rhymes for other people’s names
M F | money betrayal | a pawnbroker who takes in talents and lends out luck
H D | family memory | a grandmother who calls every child by the name of one who is missing
F C | family work | a troll who inherited a toll bridge and is too shy to collect
A M | justice courage | a bush pilot who testified once and has flown only at night ever since
S P | art memory | a restorer of old broadcasts who has found her own voice in one
D R | work home | a night baker who has not seen a sunset in nine years
* | secrets identity | a person who has been using a borrowed name so long that it fits
* | friendship betrayal | an old friend who arrives with one suitcase and no explanation
* | courage loneliness | a stranger who asks for help as if it were already owed
* | family money | a younger sister who was promised everything and handed a key
* | work power | an assistant who has been making the boss’s decisions for years
* | faith justice | a believer who has just been shown the receipt
* | grief art | a maker of small wooden boats who has not gone near water since spring
* | love home | a neighbor who waters the plants and has read all the mail
* | time nature | an old woman who predicts the weather by the trains
* | memory identity | a man who remembers the town as it was before the fire that no one mentions
`;

export const places = `
A D | nature home | a ferry town in its last winter before the bridge opens
S | work home | a mining station where the lights are paid for by the hour
F | power faith | a city built on the back of a temple that is still growing
M P | secrets money | a grand hotel in the off-season, with three guests and a full staff
H | nature faith | a fishing village that turns its mirrors to the wall when the fog comes in
D C | home family | an apartment building with one washing machine and a strict schedule
R P | love art | a riverside dance hall that floods every spring and is never moved
S D | memory time | a suburb where every house is kept exactly as its owner remembers it
A | courage nature | a line of weather huts along a ridge, each a hard day from the next
F C | money work | a market that sells only things that have been lost twice
M | justice secrets | a courthouse town where the jail is also the best restaurant
P | war home | a border village that has changed countries four times and kept its bakery
H D | family grief | a farmhouse with a wing that no one has heated since the boy left
R C | work love | the break room of a department store in the week before it closes
S F | nature power | a forest of glass trees that rings before it rains
D | loneliness work | a highway motel where every room was decorated by a different tenant
A P | money betrayal | a boomtown made of tents, hymns and unpaid bills
M S | power secrets | a tower where each floor keeps its own time zone
F D | art family | a valley where songs are inherited like land
H S | loneliness courage | a research base where the nearest neighbor is six months away
C P | power friendship | a spa town full of exiled royalty who are behind on the rent
R D | nature home | an island with one road, one bus and two opinions
M A | nature justice | a marsh where the property lines move with the tide
F H | faith secrets | a monastery that copies one book and has never reached the end
P D | work justice | a row of cotton mills where the river runs a different color each weekday
S C | friendship work | a space elevator with very slow service and excellent soup
D M | family secrets | a lakeside camp reopened thirty years after its last summer
A F | courage time | a pass between two countries that opens for a single day
H C | home friendship | a haunted arcade that still takes quarters
R S | love memory | an orbital greenhouse that smells of a different planet in every room
P M | betrayal art | an opera house during the dress rehearsal, with the doors locked from outside
F R | love faith | a garden where everything planted in anger blooms white
D A | nature courage | a county of dry wells and stubborn people
S H | power identity | a hospital ship with a deck that is missing from the plans
C D | family money | a family restaurant with a four-star cook and a two-star uncle
M H | memory grief | a town library whose local history room locks only from the inside
P A | courage faith | a pilgrim road in a year without pilgrims
F S | time work | a railroad that runs between years instead of cities
D R | art home | a street of instrument makers who can no longer stand each other
A S | home nature | a floating village tied together with retired fire hoses
H P | war nature | a trench that both armies have forgotten to leave
M C | secrets friendship | a retirement home where everyone used to be in the same line of work
F D | home power | a border post between the living and the merely late
S D | work family | a cul-de-sac of test kitchens for food that has not been invented
R A | courage love | a sailboat with one dry bunk and a week of bad weather
D | faith home | a church basement with a coffee urn that is older than the church
P C | power work | a ministry where every form must be copied by hand, including this one
H F | nature secrets | a wood where the paths are repaired at night
M D | justice work | a small-town newspaper on the night its press breaks down
A C | friendship money | a traveling carnival that has lost its permit, its elephant and its map
S M | identity money | a data center in a former cathedral, still with its bats
F P | war art | a walled city that has been painted to look like its own ruins
D S | nature time | a desert observatory where the last astronomer grows tomatoes
R M | secrets love | a night train with a sleeping car that was booked twice under the same name
H A | courage home | an oil platform in a fog that has not lifted for eleven days
P R | home friendship | a boardinghouse for women with a piano, one bathroom and a curfew
C F | work friendship | an inn at a crossroads of seven prophecies
D H | memory loneliness | a drained reservoir with a street of houses at the bottom
M P | power justice | a canal city in the week when the water is drained
S A | courage power | a convoy of harvesters that never stops moving
F A | nature home | an archipelago of sleeping giants, inhabited from the knees up
D C | friendship art | a community theater with a leaking roof and a very large dragon costume
H M | faith power | a company town where the whistle still blows for a shift no one works
R F | time love | a bridge where every couple meets the couple they will become
P | nature work | an ice harbor where men cut winter into blocks and sell it south
S | identity home | a neighborhood rebuilt on the wrong planet from old photographs
A M | money secrets | a chain of locks on a canal that no longer goes anywhere
* | home memory | a house that has been sold to everyone in town at least once
* | work friendship | a repair shop where nothing is ever declared beyond repair
* | nature time | a hill town in the three days when the swifts come back
* | loneliness courage | a bus station at the far end of the line, after the last bus
* | money power | an auction hall on the morning before the bidding
* | family faith | a kitchen with a table too large for the room it is in
* | secrets art | a storage unit rented forty years ago and paid for ever since
`;

export const turns = `
M D | betrayal justice | The person they have been protecting asks to be caught.
F | power family | The spell works, but only on the one who cast it.
S | identity memory | The rescued crew members are recordings, and one of them knows it.
H | home grief | The thing in the house has been keeping something worse out.
R | love secrets | The letters were dictated, and the one who wrote them down meant every word.
P | war betrayal | The war ended a week ago, and someone has been holding back the news.
C | work power | The impostor turns out to be much better at the job.
A | courage money | The treasure is a debt, and they have just signed for it.
D | family memory | Two people remember the same night, and only one of them was there.
M S | secrets power | The evidence was planted by the victim, years in advance.
F D | grief love | The dead can be called back by anyone who is willing to be forgotten.
H M | identity justice | The confession describes a crime that has not been found yet.
R D | time home | The house is sold on the very day they decide to stay.
S A | nature home | The planet has been answering all along, once every eleven years.
P M | art justice | The forgery is the only proof that the original ever existed.
C R | love friendship | Everyone at the table has been trying to set up the same two people.
D | work betrayal | The promotion was arranged by the person who was passed over.
A F | courage friendship | The guide admits that she has never been past this point.
H D | faith family | The prayer has been answered, and it was someone else’s.
M | money secrets | The ransom is paid before anyone is missing.
F C | power work | The chosen one declines, in writing, with two weeks’ notice.
S D | family identity | The copy forgives him, and the original will not.
R P | war love | A name on the list of the missing walks in to buy flowers.
A D | nature courage | The storm passes, and the silence after it is the danger.
H S | loneliness time | The distress call is their own, sent from nineteen days ahead.
C D | home money | The worthless painting was hiding the valuable wallpaper.
P D | faith justice | The miracle is exposed as a trick, and the trick worked.
M R | love betrayal | The alibi is true, and that is what breaks the marriage.
F M | secrets time | The prophecy was written afterward, by someone who needed it to be true.
S C | friendship work | The machines have voted, and they would like a weekend too.
A P | betrayal money | The buyer and the thief were introduced by the insurance company.
D H | memory grief | The child’s imaginary friend knows where the ring is.
R F | identity love | Lifting the curse would make them strangers.
M P | power secrets | The blackmailer has been dead since before the first letter.
H A | nature courage | The tracks they have been following are their own, and there is one set too many.
C F | family power | The kingdom passes to the nearest relative, who is a goose.
D S | work memory | The system that was meant to replace her has been trained on her letters.
P R | secrets art | The portrait is unveiled and shows the wrong sister, smiling.
A M | justice friendship | The one who cut the rope has been leading the search.
F H | faith nature | The god of the place wakes and does not recognize its own commandments.
S M | power identity | The killer passed every test because the tests were modeled on him.
D R | friendship loneliness | The wrong number has known who was calling from the first day.
C M | money justice | The stolen goods are returned with interest and a letter of complaint.
H P | home war | The soldiers quartered upstairs left three years ago.
R A | courage betrayal | There is one seat left, and the person who needs it most offers it to a rival.
F A | home time | They come back after a single night, and their children are old.
S F | nature memory | The forest has kept a copy of everyone who ever slept in it.
D P | family money | The heirloom was bought last month, and the real one was sold to feed them.
M H | grief faith | The medium is a fraud, and tonight she hears something.
C S | identity home | The aliens have been living next door and run the PTA.
D A | family courage | The road they were told to avoid leads to the person they were told was dead.
R C | work love | The letter of resignation and the love letter end up in the wrong envelopes.
P F | art power | The tapestry shows a battle that will be fought tomorrow.
H R | love home | The new tenant already knows which stair creaks.
A S | power nature | The distress beacon was planted by people who live off the wrecks.
F R | grief friendship | The memory that pays for the cure is the one of how they met.
M D | loneliness memory | The witness invented it all, and every detail turns out to be right.
C P | friendship justice | The duel is called off because the seconds have fallen in love with each other.
S H | family loneliness | The voice on the radio knows a lullaby that was never recorded.
D | art identity | Her finest work is praised under someone else’s name, and she is asked to review it.
A H | faith secrets | The shrine at the summit has a guest book, and it is signed with tomorrow’s date.
P S | time justice | The message sent back in time arrives, and is filed.
* | betrayal friendship | An ally has known the truth from the beginning and has been waiting to be asked.
* | secrets family | A locked drawer is opened, and it is empty except for their own photograph.
* | time home | The deadline is moved forward to tonight.
* | power justice | The only person who can stop it is the one they have wronged.
* | love courage | Someone who never says what they feel says it to the wrong person.
* | money work | A stranger pays the debt and will not say why.
* | identity memory | The story everyone tells about them turns out to be about someone else.
* | nature grief | Snow falls out of season, and with it comes the news.
* | friendship loneliness | The rival shows up alone, with groceries, to ask for help.
* | art secrets | The missing page is found, and it is in their own handwriting.
* | faith betrayal | The promise they have kept for years was made to a liar.
* | home courage | They are offered a way out, and it has room for only half of them.
`;
