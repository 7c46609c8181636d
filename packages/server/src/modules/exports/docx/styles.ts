import { isRightToLeft } from '@inkling/contract/language';
import { xmlAttribute, xmlDeclaration } from '../xml.ts';

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

interface Style {
  id: string;
  name: string;
  /** Paragraph and run properties. */
  paragraph: string;
  run?: string;
  next?: string;
}

const spacing = (before: number, after: number) => `<w:spacing w:before="${before}" w:after="${after}"/>`;
const heading = (level: number, size: number): Style => ({
  id: `Heading${level}`,
  name: `heading ${level}`,
  paragraph: `<w:keepNext/><w:pageBreakBefore/>${spacing(480, 360)}<w:jc w:val="center"/><w:outlineLvl w:val="${level - 1}"/>`,
  run: `<w:b/><w:bCs/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`,
  next: 'Normal',
});

/** Spaces are in twentieths of a point, sizes in half points. */
const styles: Style[] = [
  {
    id: 'Title',
    name: 'Title',
    paragraph: `${spacing(2400, 240)}<w:jc w:val="center"/>`,
    run: '<w:b/><w:bCs/><w:sz w:val="52"/><w:szCs w:val="52"/>',
  },
  { id: 'Subtitle', name: 'Subtitle', paragraph: `${spacing(0, 480)}<w:jc w:val="center"/>` },
  heading(1, 36),
  heading(2, 30),
  {
    id: 'AuthorNote',
    name: 'Author Note',
    paragraph: `<w:pBdr><w:left w:val="single" w:sz="12" w:space="8" w:color="808080"/></w:pBdr>${spacing(0, 120)}<w:ind w:start="360"/>`,
  },
  {
    id: 'SceneBreak',
    name: 'Scene Break',
    paragraph: `<w:keepNext/>${spacing(240, 240)}<w:jc w:val="center"/>`,
    next: 'Normal',
  },
  { id: 'Verse', name: 'Verse', paragraph: `${spacing(0, 0)}<w:ind w:start="1080" w:hanging="360"/>` },
];

const styleXml = ({ id, name, paragraph, run = '', next }: Style): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"${name.startsWith('heading') || ['Title', 'Subtitle'].includes(name) ? '' : ' w:customStyle="1"'}><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>${next === undefined ? '' : `<w:next w:val="${next}"/>`}<w:qFormat/><w:pPr>${paragraph}</w:pPr>${run === '' ? '' : `<w:rPr>${run}</w:rPr>`}</w:style>`;

/** The style sheet of a document in this language. */
export const stylesFile = (language: string): string => {
  const tag = xmlAttribute(language);
  const bidi = isRightToLeft(language) ? '<w:bidi/>' : '';
  return `${xmlDeclaration}<w:styles ${namespace}>
<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="24"/><w:szCs w:val="24"/><w:lang w:val="${tag}" w:eastAsia="${tag}" w:bidi="${tag}"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr>${spacing(0, 160)}</w:pPr></w:pPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/><w:pPr>${bidi}<w:spacing w:line="300" w:lineRule="auto"/></w:pPr></w:style>
${styles.map(styleXml).join('\n')}
</w:styles>
`;
};
