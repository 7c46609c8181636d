import { isRightToLeft } from '@inkling/contract/language';
import { xmlAttribute, xmlDeclaration, xmlText } from '../xml.ts';

interface Page {
  title: string;
  language: string;
  /** The EPUB type of its section. */
  type: string;
  role?: string;
}

/** The attributes of language and direction. */
export const languageAttributes = (language: string): string =>
  `xml:lang="${xmlAttribute(language)}" lang="${xmlAttribute(language)}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}"`;

/** An XHTML file with one section. */
export const page = ({ title, language, type, role }: Page, content: string): string =>
  `${xmlDeclaration}<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" ${languageAttributes(language)}>
<head>
<title>${xmlText(title)}</title>
<link rel="stylesheet" type="text/css" href="style.css"/>
</head>
<body>
<section epub:type="${type}"${role === undefined ? '' : ` role="${role}"`}>
${content}</section>
</body>
</html>
`;
