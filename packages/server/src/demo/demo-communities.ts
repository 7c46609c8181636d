import type { CommunityCategory } from '@inkling/contract/communities';

/** A post, when it was written (hours before now), and what others replied. `chapter`: it is about the story up to there. */
interface DemoPost {
  by: string;
  hoursAgo: number;
  title: string;
  content: string;
  tags?: string[];
  chapter?: number;
  isPinned?: true;
  likes: string[];
  comments: { by: string; content: string; likes?: string[] }[];
}

export interface DemoCommunity {
  name: string;
  description: string;
  category: CommunityCategory;
  isPrivate: boolean;
  rules: string[];
  founder: string;
  moderators: string[];
  members: string[];
  /** Of a story of the founder. */
  story?: string;
  posts: DemoPost[];
}

/** The communities of the demo library, with people from demo-people.ts. */
export const demoCommunities: DemoCommunity[] = [
  {
    name: 'The Queue at Window Six',
    description:
      'For readers of “Received with Thanks”. Theories about forms, favorite regulations, and patience with the printer’s.',
    category: 'book_club',
    isPrivate: false,
    rules: ['Say how far you’ve read.', 'No pushing. The skill Queue is passive.'],
    founder: 'odalys_finch',
    moderators: ['moss_and_ink'],
    members: ['bruno_k', 'dagny', 'hollis', 'kestrel9', 'nightbus', 'quince', 'rosalind_t'],
    story: 'Received with Thanks',
    posts: [
      {
        by: 'odalys_finch',
        hoursAgo: 410,
        title: 'Welcome, please take a number',
        content:
          'I worked in an office with a slot in the wall for nine years, and I still dream about it. Ask me anything about filing. If you want to talk about a chapter, please say which one, so that nobody further back in the queue overhears it through the grille.',
        tags: ['welcome'],
        isPinned: true,
        likes: ['moss_and_ink', 'dagny', 'hollis', 'quince'],
        comments: [
          { by: 'hollis', content: 'Number 112 here. Is the tea real?', likes: ['dagny', 'odalys_finch'] },
          {
            by: 'odalys_finch',
            content: 'The tea is real. The biscuits are pending.',
            likes: ['hollis', 'moss_and_ink'],
          },
        ],
      },
      {
        by: 'dagny',
        hoursAgo: 190,
        title: 'Who is R.?',
        content:
          'Someone typed that line by hand at the end of the claims. My guess is an archivist who’s waited a very long time for a person who files things in order. I’d like them to be lonely rather than sinister.',
        tags: ['theories'],
        chapter: 2,
        likes: ['kestrel9', 'rosalind_t', 'nightbus'],
        comments: [
          { by: 'rosalind_t', content: 'Lonely, yes. Nobody sinister says “it is a pleasure”.' },
          {
            by: 'kestrel9',
            content: 'I thought of the Registrar. But then why initial it instead of stamping it?',
          },
          {
            by: 'dagny',
            content: '@kestrel9 That’s a very good point about the stamp.',
            likes: ['kestrel9'],
          },
        ],
      },
      {
        by: 'nightbus',
        hoursAgo: 52,
        title: 'Which form would you keep in your bag?',
        content:
          'I’d carry a 9, Enquiry as to Status, and feed it to every vending machine until one of them answered.',
        likes: ['quince', 'bruno_k'],
        comments: [
          {
            by: 'bruno_k',
            content: 'The damage form. Nobody ever asks for it, and I break a lot of cups.',
          },
          {
            by: 'quince',
            content: 'Retrospective intent, on account of fog. For all my emails.',
            likes: ['nightbus'],
          },
        ],
      },
    ],
  },
  {
    name: 'Up at Six',
    description:
      'We write for half an hour before the day begins. Say what you’re going to write, then come back and say what you wrote. Nobody counts your words but you.',
    category: 'writing_group',
    isPrivate: false,
    rules: ['Ask before you give advice.', 'A bad page is a page.'],
    founder: 'joon_bellamy',
    moderators: ['odalys_finch'],
    members: ['amberley', 'chidi_reads', 'eulalie', 'imke', 'moss_and_ink', 'orsolya', 'wren_halloway'],
    posts: [
      {
        by: 'imke',
        hoursAgo: 118,
        title: 'My first finished chapter, after three years of first pages',
        content:
          'It’s four thousand words and the middle sags. But there’s a last line, and I didn’t stop before it. I thought I should tell someone who’s awake.',
        tags: ['finished'],
        likes: ['amberley', 'eulalie', 'joon_bellamy', 'orsolya', 'wren_halloway'],
        comments: [
          {
            by: 'joon_bellamy',
            content: 'Three years of first pages is how you learn last lines. Well done.',
            likes: ['imke'],
          },
          { by: 'eulalie', content: 'I read this on the stairs and said “oh, good” out loud.' },
          {
            by: 'imke',
            content: 'Thank you both. I’m going to sleep, and then I’m going to fix the middle.',
          },
        ],
      },
      {
        by: 'chidi_reads',
        hoursAgo: 27,
        title: 'How do you end a scene?',
        content: 'Mine all end with someone leaving a room. My characters have sore feet. What do yours do?',
        tags: ['craft'],
        likes: ['orsolya', 'odalys_finch'],
        comments: [
          {
            by: 'wren_halloway',
            content: 'I stop two lines before I want to. The door can close by itself.',
            likes: ['chidi_reads', 'amberley'],
          },
          {
            by: 'odalys_finch',
            content:
              'On a question the next scene doesn’t answer right away. And sometimes someone does leave.',
          },
          { by: 'chidi_reads', content: 'Two lines earlier it is. Their feet thank you.' },
        ],
      },
    ],
  },
  {
    name: 'First Readers of Wren Halloway',
    description:
      'A small, quiet group that reads drafts. Ask to join if you like being asked hard questions about pianos.',
    category: 'general',
    isPrivate: true,
    rules: ['What we say about drafts stays here.'],
    founder: 'wren_halloway',
    moderators: [],
    members: ['greta_m', 'lamia', 'odalys_finch', 'pelle'],
    posts: [
      {
        by: 'wren_halloway',
        hoursAgo: 76,
        title: 'Is the caretaker frightening enough?',
        content:
          'He only ever sweeps. In this version he sweeps the same corner twice. I’d like to know where it first bothered you.',
        tags: ['draft'],
        likes: ['greta_m', 'pelle'],
        comments: [
          {
            by: 'greta_m',
            content: 'The second time, and only because it was already clean. Please don’t change a thing.',
            likes: ['wren_halloway'],
          },
          { by: 'lamia', content: 'It bothered me when he nodded at her. He’s never nodded at anyone.' },
          {
            by: 'wren_halloway',
            content: '@lamia I hadn’t noticed that. It stays, and I’m a little afraid of it now.',
          },
        ],
      },
    ],
  },
];
