const XML_ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Characters that XML does not allow or that parsers change (carriage return, outer white space). */
const UNSAFE_IN_XML = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]|^\s|\s$/u;

export const escapeXml = (text: string) => text.replace(/[&<>"']/g, (sign) => XML_ENTITIES[sign]!);

export const textElement = (name: string, text: string | number) =>
  `<${name}>${escapeXml(String(text))}</${name}>`;

/** Percent-encodes names with characters that XML would change, as the Blob protocol defines. */
export const blobNameElement = (element: string, name: string) =>
  UNSAFE_IN_XML.test(name)
    ? `<${element} Encoded="true">${encodeURIComponent(name)}</${element}>`
    : textElement(element, name);
