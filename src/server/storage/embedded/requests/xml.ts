const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Characters an XML document cannot hold, or that its readers change (a carriage return, outer white space). */
const UNSAFE = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]|^\s|\s$/u;

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

export const textElement = (name: string, text: string | number) =>
  `<${name}>${escapeXml(String(text))}</${name}>`;

/** An element holding a blob's name: percent-encoded, and saying so, where XML could not carry it unchanged. */
export const nameElement = (element: string, name: string) =>
  UNSAFE.test(name)
    ? `<${element} Encoded="true">${encodeURIComponent(name)}</${element}>`
    : textElement(element, name);
