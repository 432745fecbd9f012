import { Theme } from "@rjsf/mui";
import type { TemplatesType, RegistryWidgetsType } from "@rjsf/utils";
import type { ThemeProps } from "@rjsf/core";
import type { JsonObject } from "../../contract/schema/fields.ts";
import { ContactWidget } from "./contacts/ContactChoice.tsx";
import { BaseInputTemplate } from "./templates/BaseInputTemplate.tsx";
import { FieldTemplate } from "./templates/FieldTemplate.tsx";
import { ListItemTemplate, ListTemplate } from "./templates/ListTemplate.tsx";
import { SectionsTemplate } from "./templates/SectionsTemplate.tsx";
import { ChoicesWidget, TagsWidget } from "./widgets/ChoicesWidget.tsx";
import { ChoiceWidget } from "./widgets/ChoiceWidget.tsx";
import { DateWidget } from "./widgets/DateWidget.tsx";
import { GeodatabaseWidget } from "./widgets/GeodatabaseWidget.tsx";
import { OriginatorWidget } from "./widgets/OriginatorWidget.tsx";
import { CheckboxesWidget, CheckboxWidget, SelectWidget } from "./widgets/themeWidgets.tsx";

const widgets: RegistryWidgetsType<JsonObject> = {
  DateWidget,
  SelectWidget,
  CheckboxWidget,
  CheckboxesWidget,
  tags: TagsWidget,
  choice: ChoiceWidget,
  choices: ChoicesWidget,
  geodatabase: GeodatabaseWidget,
  originator: OriginatorWidget,
  contact: ContactWidget,
};

const templates: Partial<TemplatesType<JsonObject>> = {
  BaseInputTemplate,
  FieldTemplate,
  ObjectFieldTemplate: SectionsTemplate,
  ArrayFieldTemplate: ListTemplate,
  ArrayFieldItemTemplate: ListItemTemplate,
};

/** RJSF's theme of Material UI, with the inputs that hold long lists and texts, and the frame, that are our own. */
export const formTheme: ThemeProps<JsonObject> = {
  ...(Theme as ThemeProps<JsonObject>),
  widgets: { ...(Theme.widgets as RegistryWidgetsType<JsonObject>), ...widgets },
  templates: { ...(Theme.templates as Partial<TemplatesType<JsonObject>>), ...templates },
};
