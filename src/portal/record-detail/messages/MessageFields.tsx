import type { Message } from "../../../contract/generated/entities.ts";
import { getSchema } from "../../../contract/schema/fields.ts";
import { listAddedMessageFields } from "../../../contract/schema/messageFields.ts";
import { FieldValueList } from "../../record-parts/FieldValueList.tsx";

const addedFields = listAddedMessageFields(getSchema("message"));

/** The values of the fields that the schema adds to a message. */
export const MessageFields = ({ message }: { message: Message }) =>
  addedFields.length > 0 && <FieldValueList fields={addedFields} values={{ ...message }} />;
