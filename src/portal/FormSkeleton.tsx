import type { CSSProperties } from "react";
import { firstFields } from "../contract/generated/firstFields.ts";
import { fontFamily, plainPageStyles } from "./palette.ts";
import { PRODUCT_NAME } from "./productName.ts";
import { BASE_PATH, getRecordPath, routes } from "./routes.ts";

const skeletonStyles = { ...plainPageStyles, fontFamily: `"Inter Variable", ${fontFamily}` } as CSSProperties;

export const FILL_IN_TEXTS = {
  title: "Fill in from the model",
  help: "Choose your model folder or zip to fill in fields automatically. Files are read in your browser; nothing is uploaded.",
};

/** Undefined for a path that is not a form. */
export function getFormTitle(pathname: string): string | undefined {
  if (pathname === BASE_PATH + routes.newRecord) return "Create new metadata record";
  return pathname.startsWith(BASE_PATH + getRecordPath("form", "")) ? "Edit" : undefined;
}

/** Shown until the portal's code has loaded. */
export const FormPageSkeleton = ({ title, label }: { title: string; label: string }) => (
  <div className="skeleton-page" style={skeletonStyles}>
    <header>
      <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="36" height="36" />
      {PRODUCT_NAME}
    </header>
    <main>
      <TitledFormSkeleton title={title} label={label} />
    </main>
  </div>
);

/** Shown inside the portal's layout until the form page has loaded. */
export const TitledFormSkeleton = ({ title, label }: { title: string; label: string }) => (
  <div className="skeleton-content" style={skeletonStyles}>
    <h1>{title}</h1>
    <FormSkeleton label={label} />
  </div>
);

/** The first section with its labels and help texts, in their final positions. Plain elements, to load fast. */
export function FormSkeleton({ label }: { label: string }) {
  const { section, fields } = firstFields;
  return (
    <div className="skeleton" style={skeletonStyles}>
      <p role="status">{label}…</p>
      <div aria-hidden="true">
        <div className="blank skeleton-menu" />
        <div>
          <div className="drop">
            <h2>{FILL_IN_TEXTS.title}</h2>
            <p>{FILL_IN_TEXTS.help}</p>
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
