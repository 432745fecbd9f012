import type { ComponentType } from "react";
import { BASE_PATH, routes } from "../routes.ts";

type Load = () => Promise<ComponentType>;

const home: Load = async () => (await import("../records/RecordsPage.tsx")).RecordsPage;
const form: Load = async () => (await import("../record-form/RecordFormPage.tsx")).RecordFormPage;
const view: Load = async () => (await import("./RecordView.tsx")).RecordView;
const instructions: Load = async () =>
  (await import("../instructions/InstructionsPage.tsx")).InstructionsPage;
const review: Load = async () => (await import("../review/ReviewPage.tsx")).ReviewPage;
const settings: Load = async () => (await import("../settings/SettingsPage.tsx")).SettingsPage;
const about: Load = async () => (await import("../about/AboutPage.tsx")).AboutPage;
const support: Load = async () => (await import("../support/SupportPage.tsx")).SupportPage;
const dictionary: Load = async () => (await import("../dictionary/DictionaryPage.tsx")).DictionaryPage;

/** Where each screen's code is, by its route. */
const loaders = {
  [routes.home]: home,
  [routes.newRecord]: form,
  [routes.form]: form,
  [routes.view]: view,
  [routes.instructions]: instructions,
  [routes.review]: review,
  [routes.settings]: settings,
  [routes.about]: about,
  [routes.support]: support,
  [routes.dictionary]: dictionary,
};

export type ScreenRoute = keyof typeof loaders;

const loaded = new Map<ScreenRoute, ComponentType>();

/** The code of each screen, fetched when it is first wanted. */
export const screenCode = {
  /** Rejects when the code cannot be had; then the next call tries again. */
  async load(route: ScreenRoute): Promise<ComponentType> {
    const Screen = await loaders[route]();
    loaded.set(route, Screen);
    return Screen;
  },

  /** The screen, if its code is there by now. */
  known: (route: ScreenRoute): ComponentType | undefined => loaded.get(route),
};

/** The route of a path below the host, with the record it names; Home where no other fits. */
export function screenAt(pathname: string): { route: ScreenRoute; recordId?: string } {
  const path = pathname.slice(BASE_PATH.length);
  const exact = (Object.keys(loaders) as ScreenRoute[]).find((route) => route === path);
  if (exact) return { route: exact };
  const [, screen, recordId] = /^\/app\/(form|view|instructions)\/([\w-]+)$/.exec(path) ?? [];
  if (screen === undefined || recordId === undefined) return { route: routes.home };
  return { route: routes[screen as "form" | "view" | "instructions"], recordId };
}
