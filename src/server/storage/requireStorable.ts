const LONGEST_PATH = 1024;

/**
 * The path, or an error when it is not safe to be part of an address: whoever reads an address resolves "." and "..",
 * so that `a/../b` would be stored as `b`.
 */
export function requireStorable(path: string): string {
  const strange = path.split("/").find((segment) => segment === "" || segment === "." || segment === "..");
  if (strange !== undefined || path.length > LONGEST_PATH)
    throw new Error(`Not a path to store under: "${path}"`);
  return path;
}
