import { createElement, lazy, useState, type ComponentType } from "react";
import { messages } from "../contract/messages.ts";
import { VendorError } from "./providers/calls/vendorError.ts";
import { BASE_PATH, routes } from "./routes.ts";

type Load = () => Promise<ComponentType>;

/** Every screen behind the sign-in, by its route's name: where its code is. It is fetched when it is first shown. */
const code: Record<Exclude<keyof typeof routes, "login">, Load> = {
  home: async () => (await import("./records/RecordsPage.tsx")).RecordsPage,
  newRecord: async () => (await import("./record-form/RecordFormPage.tsx")).RecordFormPage,
  form: async () => (await import("./record-form/RecordFormPage.tsx")).RecordFormPage,
  view: async () => (await import("./shell/RecordView.tsx")).RecordView,
  instructions: async () => (await import("./instructions/InstructionsPage.tsx")).InstructionsPage,
  review: async () => (await import("./review/ReviewPage.tsx")).ReviewPage,
  settings: async () => (await import("./settings/SettingsPage.tsx")).SettingsPage,
  about: async () => (await import("./help/AboutPage.tsx")).AboutPage,
  support: async () => (await import("./help/SupportPage.tsx")).SupportPage,
  dictionary: async () => (await import("./help/DictionaryPage.tsx")).DictionaryPage,
  guide: async () => (await import("./help/GuidePage.tsx")).GuidePage,
};

export type ScreenName = keyof typeof code;

const names = Object.keys(code) as ScreenName[];

/** The code that is there. */
const loaded: Partial<Record<ScreenName, ComponentType>> = {};

const load = async (name: ScreenName) => (loaded[name] = await code[name]());

/** A screen whose code is there is drawn at once: for waiting, however shortly, React takes 300 ms at least. */
function screenOf(name: ScreenName): ComponentType {
  const Lazy = lazy(async () => {
    try {
      return { default: await load(name) };
    } catch (cause) {
      throw new VendorError(messages.networkFailed, 0, {}, { cause });
    }
  });
  return function Screen() {
    const [Shown] = useState(() => loaded[name] ?? Lazy);
    return createElement(Shown);
  };
}

export const screens = names.map((name) => ({ name, path: routes[name], Screen: screenOf(name) }));

const firstStep = (path: string) => path.split("/")[2] ?? "";

/** Begins to fetch the screen of an address beside the portal's own code; what fails is asked for again when shown. */
export function preloadScreen(pathname: string): void {
  const step = firstStep(pathname.slice(BASE_PATH.length));
  const name = names.find((one) => firstStep(routes[one]) === step) ?? "home";
  load(name).catch(() => undefined);
}
