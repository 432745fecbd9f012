/** Where the vendor runs the upload script, as chosen on the instructions screen. */
export type Platform = "WINDOWS" | "MAC_LINUX";

// NUL cannot live in an argument, and a line break inside quotes cannot be pasted as one command.
const breaksLine = (char: string) => char === "\0" || char === "\r" || char === "\n";

function requireOneLine(text: string): string {
  if ([...text].some(breaksLine)) throw new Error("Text with a line break cannot be quoted for a shell");
  return text;
}

/**
 * One bash word that stands for exactly this text: nothing inside is expanded.
 * Throws on line breaks and NUL.
 */
export const bashQuote = (text: string): string => `'${requireOneLine(text).replaceAll("'", `'\\''`)}'`;

/**
 * One PowerShell string literal that stands for exactly this text.
 * PowerShell ends a single-quoted string at a typographic quote too, so those are doubled as well.
 * Throws on line breaks and NUL.
 */
export const powershellQuote = (text: string): string =>
  `'${requireOneLine(text).replace(/['\u2018\u2019\u201A\u201B]/g, "$&$&")}'`;

/** A pasted path without the blanks, line breaks and the one pair of quotes that copying may have put around it. */
function cleanPath(pasted: string): string {
  const path = [...pasted]
    .filter((char) => !breaksLine(char))
    .join("")
    .trim();
  return /^"(.*)"$/.exec(path)?.[1] ?? /^'(.*)'$/.exec(path)?.[1] ?? path;
}

/** Quotes a path for bash and leaves what bash itself must read: a leading `~/` stays outside the quotes. */
function bashPath(path: string): string {
  return path.startsWith("~/") ? `~/${bashQuote(path.slice(2))}` : bashQuote(path);
}

/** PowerShell looks for a bare name on the path alone, never in the folder it is in. */
const powershellPath = (path: string) => (/^[^\\/:]+$/.test(path) ? `.\\${path}` : path);

/**
 * The command the vendor copies: bash, or an ampersand in PowerShell, then the quoted paths of script and zip.
 * Paths may be pasted with quotes around them (Windows "Copy as path" does that).
 */
export function runCommand(platform: Platform, scriptPath: string, zipPath: string): string {
  const script = cleanPath(scriptPath);
  const zip = cleanPath(zipPath);
  if (platform === "WINDOWS") return `& ${powershellQuote(powershellPath(script))} ${powershellQuote(zip)}`;
  // A path that starts with a dash would be taken for an option of bash.
  return `bash ${bashPath(script.startsWith("-") ? `./${script}` : script)} ${bashPath(zip)}`;
}

/**
 * The command that zips a folder, run where the folder lies: both programs are on every such computer, write zips of
 * any size that can be read everywhere, and keep empty folders. It makes a new zip every time, since `zip` keeps in an
 * existing one what was removed from the folder.
 */
export function zipCommand(platform: Platform, folder: string): string {
  if (platform === "WINDOWS")
    return `tar -a -c -f ${powershellQuote(`${folder}.zip`)} ${powershellQuote(folder)}`;
  const zip = bashQuote(`${folder}.zip`);
  return `rm -f ${zip} && zip -r ${zip} ${bashQuote(folder)}`;
}
