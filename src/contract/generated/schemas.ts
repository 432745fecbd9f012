import account from "./schemas/account.json" with { type: "json" };
import agency from "./schemas/agency.json" with { type: "json" };
import changePassword from "./schemas/change-password.json" with { type: "json" };
import collection from "./schemas/collection.json" with { type: "json" };
import conflictSummary from "./schemas/conflict-summary.json" with { type: "json" };
import contact from "./schemas/contact.json" with { type: "json" };
import contactRole from "./schemas/contact-role.json" with { type: "json" };
import downloadLink from "./schemas/download-link.json" with { type: "json" };
import file from "./schemas/file.json" with { type: "json" };
import forgotPassword from "./schemas/forgot-password.json" with { type: "json" };
import historyEntry from "./schemas/history-entry.json" with { type: "json" };
import identifierUse from "./schemas/identifier-use.json" with { type: "json" };
import message from "./schemas/message.json" with { type: "json" };
import metadata from "./schemas/metadata.json" with { type: "json" };
import modelReceipt from "./schemas/model-receipt.json" with { type: "json" };
import modelReport from "./schemas/model-report.json" with { type: "json" };
import notification from "./schemas/notification.json" with { type: "json" };
import record from "./schemas/record.json" with { type: "json" };
import rejection from "./schemas/rejection.json" with { type: "json" };
import resolution from "./schemas/resolution.json" with { type: "json" };
import reversalOutcome from "./schemas/reversal-outcome.json" with { type: "json" };
import reviewChecklist from "./schemas/review-checklist.json" with { type: "json" };
import signIn from "./schemas/sign-in.json" with { type: "json" };
import software from "./schemas/software.json" with { type: "json" };
import upload from "./schemas/upload.json" with { type: "json" };
import uploadConflict from "./schemas/upload-conflict.json" with { type: "json" };
import uploadProgress from "./schemas/upload-progress.json" with { type: "json" };
import uploadReceipt from "./schemas/upload-receipt.json" with { type: "json" };
import uploadTicket from "./schemas/upload-ticket.json" with { type: "json" };

export const schemas = {
  "account": account,
  "agency": agency,
  "change-password": changePassword,
  "collection": collection,
  "conflict-summary": conflictSummary,
  "contact": contact,
  "contact-role": contactRole,
  "download-link": downloadLink,
  "file": file,
  "forgot-password": forgotPassword,
  "history-entry": historyEntry,
  "identifier-use": identifierUse,
  "message": message,
  "metadata": metadata,
  "model-receipt": modelReceipt,
  "model-report": modelReport,
  "notification": notification,
  "record": record,
  "rejection": rejection,
  "resolution": resolution,
  "reversal-outcome": reversalOutcome,
  "review-checklist": reviewChecklist,
  "sign-in": signIn,
  "software": software,
  "upload": upload,
  "upload-conflict": uploadConflict,
  "upload-progress": uploadProgress,
  "upload-receipt": uploadReceipt,
  "upload-ticket": uploadTicket,
};
