export const productName = 'Inkling';

/** Named pages: the tab's title is '{page} - {product}'. */
export const pageTitle = (page?: string): string =>
  page === undefined ? `${productName} - Your Story Journey` : `${page} - ${productName}`;

/** The site's own picture for links that are shared elsewhere, 1200×630. */
export const sitePicture = '/og.png';
