import type { StoryBody } from '@inkling/contract/stories';
/** The authors of the demo library by username. */
export const demoAuthors: Record<string, { displayName: string; bio: string }> = {
  marisol_quay: {
    displayName: 'Marisol Quay',
    bio: 'Writes about harbors, and about people who will not leave them.',
  },
  odalys_finch: { displayName: 'Odalys Finch', bio: 'Former auditor. Her dragons keep receipts.' },
  t_okonjo: { displayName: 'Tobe Okonjo', bio: 'Machines, and the people who listen to them.' },
  wren_halloway: { displayName: 'Wren Halloway', bio: 'Schools, pianos, and other haunted furniture.' },
  ines_valcourt: {
    displayName: 'Inès Valcourt',
    bio: 'Measures things for a living and lies about them in the evening.',
  },
  joon_bellamy: { displayName: 'Joon Bellamy', bio: 'Love stories for people who have to be up at six.' },
  catalina_rueda: { displayName: 'Catalina Rueda', bio: 'Cuentos de pueblos pequeños y silencios largos.' },
  nadim_sayegh: { displayName: 'نديم الصايغ', bio: 'يكتب عن الصحف والمقاهي ومن بقي فيها.' },
};

export const demoReaders = [
  'amberley',
  'bruno_k',
  'chidi_reads',
  'dagny',
  'eulalie',
  'farrukh',
  'greta_m',
  'hollis',
  'imke',
  'jacinto',
  'kestrel9',
  'lamia',
  'moss_and_ink',
  'nightbus',
  'orsolya',
  'pelle',
  'quince',
  'rosalind_t',
];

/** The person whose login is shown to the operator: she writes two stories and reads the others. */
export const demoPerson = 'odalys_finch';

/** The testimonials of three readers on the landing page. */
export const demoTestimonials = [
  {
    text: 'I opened a chapter at the bus stop and closed it at the terminus, which is not where I live.',
    name: 'nightbus',
  },
  {
    text: 'It is the first place that remembered the sentence I fell asleep on, on the phone as well as on the tablet.',
    name: 'eulalie',
  },
  {
    text: 'No pop-ups, no coins that I do not want, no blinking. Somebody has thought about reading here.',
    name: 'hollis',
  },
];

type Labels = Required<Pick<StoryBody, 'tags' | 'contentWarnings' | 'audience'>>;

const everyone = (...tags: string[]): Labels => ({ tags, contentWarnings: [], audience: 'everyone' });

/** The labels of the demo library's stories, by title. */
const labels: Record<string, Labels> = {
  'A Sound in Number Two': everyone('generation ship', 'engineering', 'slow burn', 'mentor'),
  'Leave the E': {
    tags: ['haunted house', 'music', 'grief', 'slow burn'],
    contentWarnings: ['death'],
    audience: 'teen',
  },
  'Lift B': everyone('slow burn', 'neighbors', 'found family'),
  'Never Send a Dish Back Empty': everyone('food', 'neighbors', 'folk tale'),
  'Received with Thanks': everyone('office humor', 'level up', 'found family'),
  'The Evening Milk': {
    tags: ['whodunit', 'village', 'slow burn'],
    contentWarnings: ['death', 'violence'],
    audience: 'teen',
  },
  'The Long Way to Bury an Empress': everyone('space travel', 'found family'),
  'The Ninth Bell': everyone('time loop', 'boarding school'),
  'The Old Lady of Pell': everyone('dragons', 'found family', 'village'),
  'The Register of Isolated Persons': {
    tags: ['flood', 'grief', 'village'],
    contentWarnings: ['death', 'suicide'],
    audience: 'mature',
  },
  'The Sea Wants to Know': {
    tags: ['the sea', 'family secrets', 'grief'],
    contentWarnings: ['death'],
    audience: 'teen',
  },
  'The Understudy Goose': everyone('theater', 'animals'),
};

export const demoLabels = (title: string): Labels => labels[title] ?? everyone();
