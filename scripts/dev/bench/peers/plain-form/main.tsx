import Form from "@rjsf/mui";
import validator from "@rjsf/validator-ajv8";
import { createRoot } from "react-dom/client";
import { plainSchema, plainUiSchema } from "./plainSchema.ts";

/** RJSF with its Material UI theme as its first page shows it: what the portal's form is measured beside. */
const asked = new URLSearchParams(location.search);
const answer = await fetch("/data/initial");
const initial: unknown = asked.has("empty") ? {} : await answer.json();

createRoot(document.getElementById("root")!).render(
  <Form
    schema={plainSchema(asked.get("region") ?? undefined)}
    uiSchema={plainUiSchema}
    validator={validator}
    formData={initial}
    idPrefix="metadata"
    noHtml5Validate
    onError={() => undefined}
  />,
);
