import { lazy, type ComponentType } from "react";
import { messages } from "../../contract/messages.ts";
import { VendorError } from "../providers/vendorError.ts";
import { BASE_PATH } from "../routes.ts";

type Load = () => Promise<ComponentType>;

/** Where each screen's code is, by the first step of its path below /app/. */
const code = {
  "": async () => (await import("../records/RecordsPage.tsx")).RecordsPage,
  form: async () => (await import("../record-form/RecordFormPage.tsx")).RecordFormPage,
  view: async () => (await import("./RecordView.tsx")).RecordView,
  instructions: async () => (await import("../instructions/InstructionsPage.tsx")).InstructionsPage,
  review: async () => (await import("../review/ReviewPage.tsx")).ReviewPage,
  settings: async () => (await import("../settings/SettingsPage.tsx")).SettingsPage,
  about: async () => (await import("../about/AboutPage.tsx")).AboutPage,
  support: async () => (await import("../support/SupportPage.tsx")).SupportPage,
  dictionary: async () => (await import("../dictionary/DictionaryPage.tsx")).DictionaryPage,
  guide: async () => (await import("../guide/GuidePage.tsx")).GuidePage,
} satisfies Record<string, Load>;

const screen = (load: Load) =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch (cause) {
      throw new VendorError(messages.networkFailed, 0, {}, { cause });
    }
  });

/** The screens, each fetched when it is first shown. */
export const HomeScreen = screen(code[""]);
export const FormScreen = screen(code.form);
export const ViewScreen = screen(code.view);
export const InstructionsScreen = screen(code.instructions);
export const ReviewScreen = screen(code.review);
export const SettingsScreen = screen(code.settings);
export const AboutScreen = screen(code.about);
export const SupportScreen = screen(code.support);
export const DictionaryScreen = screen(code.dictionary);
export const GuideScreen = screen(code.guide);

/** Begins to fetch the screen of a path beside the portal's own code; what fails is asked for again when it is shown. */
export function preloadScreen(pathname: string): void {
  const [step = ""] = pathname.slice(`${BASE_PATH}/app/`.length).split("/");
  const load: Load = (code as Record<string, Load>)[step] ?? code[""];
  load().catch(() => undefined);
}
