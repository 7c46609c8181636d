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
