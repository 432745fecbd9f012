import { heardWidget } from "./heardWidget.tsx";
import type { WidgetName } from "./widgetNames.ts";
import { CheckboxWidget } from "./widgets/CheckboxWidget.tsx";
import { ContactsWidget } from "./widgets/ContactsWidget.tsx";
import { DateWidget } from "./widgets/DateWidget.tsx";
import { GeodatabaseWidget } from "./widgets/GeodatabaseWidget.tsx";
import { LongTextWidget } from "./widgets/LongTextWidget.tsx";
import { NumberWidget } from "./widgets/NumberWidget.tsx";
import { OptionsWidget } from "./widgets/OptionsWidget.tsx";
import { OriginatorContactWidget } from "./widgets/OriginatorContactWidget.tsx";
import { PasswordWidget } from "./widgets/PasswordWidget.tsx";
import { PeriodsWidget } from "./widgets/PeriodsWidget.tsx";
import { TagsWidget } from "./widgets/TagsWidget.tsx";
import { TextWidget } from "./widgets/TextWidget.tsx";

/** The inputs of the form, by the name schemas know them under. Plain functions: RJSF takes no others. */
export const widgets = {
  text: heardWidget(TextWidget),
  longText: heardWidget(LongTextWidget),
  password: heardWidget(PasswordWidget),
  number: heardWidget(NumberWidget),
  checkbox: heardWidget(CheckboxWidget),
  options: heardWidget(OptionsWidget),
  tags: heardWidget(TagsWidget),
  date: heardWidget(DateWidget),
  periods: heardWidget(PeriodsWidget),
  geodatabase: heardWidget(GeodatabaseWidget),
  originatorContact: heardWidget(OriginatorContactWidget),
  contacts: heardWidget(ContactsWidget),
} satisfies Record<WidgetName, unknown>;
