/** What is used of jsfive, which has no types of its own. */
declare module "jsfive" {
  export class Group {
    /** Throws where the path names nothing. */
    get(path: string): Group | Dataset | null;
    readonly keys: string[];
    readonly attrs: Record<string, unknown>;
  }
  export class File extends Group {
    constructor(content: ArrayBuffer, name: string);
  }
  export class Dataset {
    readonly attrs: Record<string, unknown>;
    readonly shape: number[] | null;
    readonly value: unknown;
  }
}
