import { createElement, lazy, useState, type ComponentType } from "react";
import { messages } from "../contract/messages.ts";
import { ApiError } from "./providers/calls/apiError.ts";
import { BASE_PATH, routes } from "./routes.ts";

type ScreenLoader = () => Promise<ComponentType>;

const screenLoaders: Record<Exclude<keyof typeof routes, "login">, ScreenLoader> = {
  home: async () => (await import("./records/RecordsPage.tsx")).RecordsPage,
  newRecord: async () => (await import("./record-form/RecordFormPage.tsx")).RecordFormPage,
  form: async () => (await import("./record-form/RecordFormPage.tsx")).RecordFormPage,
  view: async () => (await import("./shell/RecordView.tsx")).RecordView,
  instructions: async () => (await import("./instructions/InstructionsPage.tsx")).InstructionsPage,
  review: async () => (await import("./review-queue/ReviewPage.tsx")).ReviewPage,
  deleted: async () => (await import("./trash/TrashPage.tsx")).TrashPage,
  settings: async () => (await import("./settings/SettingsPage.tsx")).SettingsPage,
  about: async () => (await import("./help/AboutPage.tsx")).AboutPage,
  support: async () => (await import("./help/SupportPage.tsx")).SupportPage,
  dictionary: async () => (await import("./help/DictionaryPage.tsx")).DictionaryPage,
  guide: async () => (await import("./help/GuidePage.tsx")).GuidePage,
};

export type ScreenName = keyof typeof screenLoaders;

const screenNames = Object.keys(screenLoaders) as ScreenName[];

const loadedScreens: Partial<Record<ScreenName, ComponentType>> = {};

const loadScreen = async (name: ScreenName) => (loadedScreens[name] = await screenLoaders[name]());

/** Renders a loaded screen without Suspense, because React shows a fallback for at least 300 ms. */
function createScreen(name: ScreenName): ComponentType {
  const Lazy = lazy(async () => {
    try {
      return { default: await loadScreen(name) };
    } catch (cause) {
      throw new ApiError(messages.networkFailed, 0, {}, { cause });
    }
  });
  return function Screen() {
    const [Component] = useState(() => loadedScreens[name] ?? Lazy);
    return createElement(Component);
  };
}

export const screens = screenNames.map((name) => ({ name, path: routes[name], Screen: createScreen(name) }));

const getFirstSegment = (path: string) => path.split("/")[2] ?? "";

/** Home for unknown paths below BASE_PATH. */
export function findScreen(pathname: string): ScreenName | undefined {
  if (!pathname.startsWith(BASE_PATH)) return undefined;
  const segment = getFirstSegment(pathname.slice(BASE_PATH.length));
  return screenNames.find((name) => getFirstSegment(routes[name]) === segment) ?? "home";
}

/** A failure is retried when the screen is shown. */
export function preloadScreen(pathname: string): void {
  const name = findScreen(pathname);
  if (name) loadScreen(name).catch(() => undefined);
}
