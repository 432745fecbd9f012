import type { CSSProperties } from "react";
import { firstFields } from "../contract/generated/firstFields.ts";
import { fontFamily, paint } from "./palette.ts";
import { PRODUCT_NAME } from "./productName.ts";
import { BASE_PATH, recordPath, routes } from "./routes.ts";

const look = { ...paint, fontFamily: `"Inter Variable", ${fontFamily}` } as CSSProperties;

/** What stands above a form's fields. */
export const fillIn = {
  title: "Fill in from the model",
  help: "The model's folder, or a zip of it, is read in this browser and nothing is sent. What its files say is offered at the fields below.",
};

/** The name of the form that an address leads to; undefined where it leads elsewhere. */
export function formTitleAt(pathname: string): string | undefined {
  if (pathname === BASE_PATH + routes.newRecord) return "Create new metadata record";
  return pathname.startsWith(BASE_PATH + recordPath("form", "")) ? "Edit" : undefined;
}

/** Stands in for a form's whole page, menu and all, until the portal's code is there. */
export const FormPageOutline = ({ title, label }: { title: string; label: string }) => (
  <div className="outline-page" style={look}>
    <header>
      <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="36" height="36" />
      {PRODUCT_NAME}
    </header>
    <main>
      <NamedFormOutline title={title} label={label} />
    </main>
  </div>
);

/** Stands in for a form under its page's name, before that page is there. */
export const NamedFormOutline = ({ title, label }: { title: string; label: string }) => (
  <div className="outline-content" style={look}>
    <h1>{title}</h1>
    <FormOutline label={label} />
  </div>
);

/**
 * What a form begins with, for as long as all that fills it in is on its way: its first section with the names of its
 * fields and what they ask for, each where it will stand. Plain elements: light, and there at once.
 */
export function FormOutline({ label }: { label: string }) {
  const { section, fields } = firstFields;
  return (
    <div className="outline" style={look}>
      <p role="status">{label}…</p>
      <div aria-hidden="true">
        <div className="blank outline-menu" />
        <div>
          <div className="drop">
            <h2>{fillIn.title}</h2>
            <p>{fillIn.help}</p>
            <div className="blank" />
          </div>
          <p>Fields marked with an asterisk (*) are required.</p>
          <h2>{section}</h2>
          <div className="fields">
            {fields.map(({ title, description, isWide, isRequired }) => (
              <section key={title} className={isWide ? "wide" : undefined}>
                <strong>
                  {title}
                  {isRequired && <em>*</em>}
                </strong>
                <p>{description}</p>
                <div className="blank" />
              </section>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}
