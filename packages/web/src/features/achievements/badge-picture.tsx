interface Props {
  image: string;
  size: number;
  /** Not completed: without its colours. */
  faded?: boolean;
}

/** The drawn seal of an achievement, whose name stands beside it. */
export const BadgePicture = ({ image, size, faded = false }: Props) => (
  <img
    src={image}
    alt=""
    width={size}
    height={size}
    className={`shrink-0 ${faded ? 'opacity-40 grayscale' : ''}`}
  />
);
