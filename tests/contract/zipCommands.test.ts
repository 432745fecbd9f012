import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildFilesZipCommand, buildZipCommand } from "../../src/contract/uploads/shellCommands.ts";
import { createBlobSource } from "../../src/contract/zip/blobSource.ts";
import { readZipDirectory } from "../../src/contract/zip/zipDirectory.ts";
import { bashScript, findOnPath, powershellScript, type ShellUnderTest } from "../server/scripts/shells.ts";

const FOLDER = "03_A";

/** Names that Windows allows too. */
const AWKWARD_PATHS = [
  "metadata_7.yml",
  "-leading dash.txt",
  "@list.txt",
  "GIS/two  spaces.shp",
  "GIS/it's $5 $(id) `id` ${HOME} %PATH%.txt",
  "GIS/[a-z] {1,2} (x) #; & ~ !! ^.txt",
  "Model_Files/-rf/--.dat",
  "Model_Files/ümläut ß 🌊 ‘curly’.dat",
];

/** Of the shells' own characters, those that only Mac and Linux allow. */
const UNIX_PATHS = ['GIS/"double".txt', "GIS/back\\slash.txt", "GIS/* ? < > |.txt"];

const GEODATABASE = ["a00000001.gdbtable", "gdb", "timestamps"].map((name) => `GIS/Terrain [1].gdb/${name}`);

// GNU tar writes no zips; the tar of Windows is bsdtar.
const bsdtar = findOnPath("bsdtar");
const zipAbsent = ["zip", "unzip"].every(findOnPath) ? undefined : "no zip or unzip";
const windowsAbsent = powershellScript.absent ?? zipAbsent ?? (bsdtar ? undefined : "no bsdtar");

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "zip command "));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

function writeModel(paths: string[]): void {
  for (const path of paths) {
    const file = join(parent, FOLDER, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `content of ${path}`);
  }
}

function runCommand({ program, argumentsFor }: ShellUnderTest, command: string): void {
  const bin = join(parent, "bin");
  mkdirSync(bin);
  if (bsdtar) symlinkSync(bsdtar, join(bin, "tar"));
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, LC_ALL: "C.UTF-8" };
  const { status, stderr } = spawnSync(program, argumentsFor(command), {
    cwd: parent,
    env,
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
}

/** The files that the portal and `unzip` find in the zip. */
async function listZippedPaths(): Promise<string[]> {
  const zip = join(parent, `${FOLDER}.zip`);
  const target = join(parent, "unzipped");
  const env = { ...process.env, LC_ALL: "C.UTF-8" };
  const { status } = spawnSync("unzip", ["-q", zip, "-d", target], { env });
  expect(status).toBe(0);
  const unzipped = readdirSync(target, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(target, path)).isFile(),
  );
  const { entries, errors } = await readZipDirectory(createBlobSource(new Blob([readFileSync(zip)])));
  expect(errors).toEqual([]);
  const files = entries.filter(({ isDirectory }) => !isDirectory);
  expect(files.map(({ path }) => path).sort()).toEqual(unzipped.sort());
  return unzipped.map((path) => {
    const pathInModel = path.slice(FOLDER.length + 1);
    expect(readFileSync(join(target, path), "utf8")).toBe(`content of ${pathInModel}`);
    return pathInModel;
  });
}

function describeCommands(shell: ShellUnderTest, awkwardPaths: string[]) {
  it("zips exactly the named files, whatever their names, into a new zip", async () => {
    writeModel([...awkwardPaths, ...GEODATABASE, "Model_Files/unchanged.dat", "GIS/a.txt"]);
    writeFileSync(join(parent, "03_A.zip"), "an earlier zip");
    const changed = [...awkwardPaths, ...GEODATABASE];
    runCommand(shell, buildFilesZipCommand(shell.platform, FOLDER, changed)!);
    expect(await listZippedPaths()).toEqual(changed.sort());
  });

  it("zips 1,000 named files", async () => {
    const paths = Array.from({ length: 1000 }, (_, index) => `Model_Files/${index}`);
    writeModel([...paths, "Model_Files/unchanged.dat"]);
    runCommand(shell, buildFilesZipCommand(shell.platform, FOLDER, paths)!);
    expect(await listZippedPaths()).toEqual(paths.sort());
  });

  it("zips the whole folder with its empty folders", async () => {
    writeModel(awkwardPaths);
    mkdirSync(join(parent, FOLDER, "Supporting"));
    runCommand(shell, buildZipCommand(shell.platform, FOLDER));
    expect(await listZippedPaths()).toEqual([...awkwardPaths].sort());
    expect(readdirSync(join(parent, "unzipped", FOLDER))).toContain("Supporting");
  });
}

describe.skipIf(zipAbsent)(`the zip command in bash${zipAbsent ? ` (skipped: ${zipAbsent})` : ""}`, () =>
  describeCommands(bashScript, [...AWKWARD_PATHS, ...UNIX_PATHS]),
);

describe.skipIf(windowsAbsent)(
  `the zip command in PowerShell${windowsAbsent ? ` (skipped: ${windowsAbsent})` : ""}`,
  () => describeCommands(powershellScript, AWKWARD_PATHS),
);
