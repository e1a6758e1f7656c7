export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A file that another one of the package names by an id. */
export type Relation = { readonly type: string; readonly target: string };

/** The file beside a part that says what its `rId1`, `rId2`, … are. */
export const relationsXml = (relations: readonly Relation[]): string =>
  `${declaration}<Relationships xmlns="${packageRelations}">${relations
    .map(({ type, target }, index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;
