/** '1 story', '1,000 stories'. */
export const storyCountLabel = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'story' : 'stories'}`;
