import { Piscina } from "piscina";
import { answerCall, type StudioCall } from "./answerCall.ts";
import { openStudio, type StudioOptions } from "./studio.ts";

const opening = openStudio(Piscina.workerData as StudioOptions);

export default async (call: StudioCall) => answerCall(await opening, call);
