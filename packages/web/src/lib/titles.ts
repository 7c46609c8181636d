export const productName = 'Inkling';

/** The tab's title: '{page} - {product}' for named pages. */
export const pageTitle = (page?: string): string =>
  page === undefined ? `${productName} - Your Story Journey` : `${page} - ${productName}`;

/** The default Open Graph image, 1200×630. */
export const sitePicture = '/og.png';
