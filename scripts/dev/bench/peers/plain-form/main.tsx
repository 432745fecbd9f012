import Form from "@rjsf/mui";
import validator from "@rjsf/validator-ajv8";
import { createRoot } from "react-dom/client";
import { buildPlainSchema, plainUiSchema } from "./plainSchema.ts";

const query = new URLSearchParams(location.search);
const response = await fetch("/data/initial");
const values: unknown = query.has("empty") ? {} : await response.json();

createRoot(document.getElementById("root")!).render(
  <Form
    schema={buildPlainSchema(query.get("region") ?? undefined)}
    uiSchema={plainUiSchema}
    validator={validator}
    formData={values}
    idPrefix="metadata"
    noHtml5Validate
    onError={() => undefined}
  />,
);
