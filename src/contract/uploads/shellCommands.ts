export type Platform = "WINDOWS" | "MAC_LINUX";

// Arguments cannot contain NUL, and a quoted line break cannot be pasted as one command.
const isLineBreakOrNul = (char: string) => char === "\0" || char === "\r" || char === "\n";

function assertSingleLine(text: string): string {
  if ([...text].some(isLineBreakOrNul))
    throw new Error("A path with a line break cannot be used in a shell command");
  return text;
}

export const quoteForBash = (text: string): string => `'${assertSingleLine(text).replaceAll("'", `'\\''`)}'`;

/** PowerShell also ends a single-quoted string at a typographic quote, so those are doubled too. */
export const quoteForPowershell = (text: string): string =>
  `'${assertSingleLine(text).replace(/['\u2018\u2019\u201A\u201B]/g, "$&$&")}'`;

/** Removes spaces, line breaks and the quotes that Windows "Copy as path" adds. */
function cleanPastedPath(pasted: string): string {
  const path = [...pasted]
    .filter((char) => !isLineBreakOrNul(char))
    .join("")
    .trim();
  return /^"(.*)"$/.exec(path)?.[1] ?? /^'(.*)'$/.exec(path)?.[1] ?? path;
}

/** A leading `~/` stays outside the quotes, so that bash expands it. */
function quoteBashPath(path: string): string {
  return path.startsWith("~/") ? `~/${quoteForBash(path.slice(2))}` : quoteForBash(path);
}

/** PowerShell does not look for a bare name in the current folder. */
const toPowershellPath = (path: string) => (/^[^\\/:]+$/.test(path) ? `.\\${path}` : path);

export function buildRunCommand(platform: Platform, scriptPath: string, zipPath: string): string {
  const script = cleanPastedPath(scriptPath);
  const zip = cleanPastedPath(zipPath);
  if (platform === "WINDOWS")
    return `& ${quoteForPowershell(toPowershellPath(script))} ${quoteForPowershell(zip)}`;
  // bash would read a path with a leading dash as an option.
  return `bash ${quoteBashPath(script.startsWith("-") ? `./${script}` : script)} ${quoteBashPath(zip)}`;
}

/** Longer commands are slow to paste, and Windows starts no program with more than 32,767 characters. */
const MAX_COMMAND_CHARACTERS = 30_000;

/** Zips only some files of the folder. Geodatabases must be complete. Undefined if one command cannot name all files. */
export function buildFilesZipCommand(
  platform: Platform,
  folder: string,
  paths: string[],
): string | undefined {
  if (paths.some((path) => [...path].some(isLineBreakOrNul))) return undefined;
  const named = new Set(paths.map((path) => `${folder}/${/^.*?\.gdb(?=\/)/i.exec(path)?.[0] ?? path}`));
  const command = buildZipCommand(platform, folder, [...named]);
  return command.length > MAX_COMMAND_CHARACTERS ? undefined : command;
}

/**
 * `tar` and `zip` are preinstalled, support zips of any size and keep empty folders. The old zip is deleted first: `zip`
 * would keep files in it that were removed from the folder.
 */
export function buildZipCommand(platform: Platform, folder: string, zipped = [folder]): string {
  if (platform === "WINDOWS")
    return `tar -a -c -f ${[`${folder}.zip`, ...zipped].map(quoteForPowershell).join(" ")}`;
  const zip = quoteForBash(`${folder}.zip`);
  return `rm -f ${zip} && zip -r ${zip} ${zipped.map(quoteForBash).join(" ")}`;
}
