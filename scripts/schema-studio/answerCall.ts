import { describeRefusal } from "./refusal.ts";
import type { Studio } from "./studio.ts";

export interface CallAnswer {
  status: number;
  content: unknown;
}

/** A call of the page, with the body that the call needs. */
export interface StudioCall {
  name: keyof Studio;
  body: unknown;
}

export async function answerCall(studio: Studio, { name, body }: StudioCall): Promise<CallAnswer> {
  const call = studio[name] as (body: unknown) => Promise<unknown>;
  try {
    return { status: 200, content: await call(body) };
  } catch (error) {
    return describeRefusal(error);
  }
}
