import changePassword from "./validators/change-password.js";
import contact from "./validators/contact.js";
import forgotPassword from "./validators/forgot-password.js";
import message from "./validators/message.js";
import metadata from "./validators/metadata.js";
import rejection from "./validators/rejection.js";
import reviewChecklist from "./validators/review-checklist.js";
import signIn from "./validators/sign-in.js";

export const validators = {
  "change-password": changePassword,
  "contact": contact,
  "forgot-password": forgotPassword,
  "message": message,
  "metadata": metadata,
  "rejection": rejection,
  "review-checklist": reviewChecklist,
  "sign-in": signIn,
};
