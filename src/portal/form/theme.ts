import { Theme } from "@rjsf/mui";
import type { TemplatesType, RegistryWidgetsType } from "@rjsf/utils";
import type { ThemeProps } from "@rjsf/core";
import type { JsonObject } from "../../contract/json.ts";
import { BaseInputTemplate } from "./templates/BaseInputTemplate.tsx";
import { FieldTemplate } from "./templates/FieldTemplate.tsx";
import { ListItemTemplate, ListTemplate } from "./templates/ListTemplate.tsx";
import { SectionsTemplate } from "./templates/SectionsTemplate.tsx";
import { MultiAutocompleteWidget, TagsWidget } from "./widgets/MultiAutocompleteWidget.tsx";
import { AutocompleteWidget } from "./widgets/AutocompleteWidget.tsx";
import { DateWidget } from "./widgets/DateWidget.tsx";
import { CheckboxesWidget, CheckboxWidget, RadioWidget, SelectWidget } from "./widgets/themeWidgets.tsx";

const widgets: RegistryWidgetsType<JsonObject> = {
  DateWidget,
  SelectWidget,
  CheckboxWidget,
  CheckboxesWidget,
  RadioWidget,
  tags: TagsWidget,
  autocomplete: AutocompleteWidget,
  multiAutocomplete: MultiAutocompleteWidget,
};

const templates: Partial<TemplatesType<JsonObject>> = {
  BaseInputTemplate,
  FieldTemplate,
  ObjectFieldTemplate: SectionsTemplate,
  ArrayFieldTemplate: ListTemplate,
  ArrayFieldItemTemplate: ListItemTemplate,
};

/** RJSF's Material UI theme with our own field frame and our own inputs for long lists and texts. */
export const formTheme: ThemeProps<JsonObject> = {
  ...(Theme as ThemeProps<JsonObject>),
  widgets: { ...(Theme.widgets as RegistryWidgetsType<JsonObject>), ...widgets },
  templates: { ...(Theme.templates as Partial<TemplatesType<JsonObject>>), ...templates },
};
