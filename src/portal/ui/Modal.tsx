import CloseIcon from "@mui/icons-material/Close";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import { useId, type ReactNode } from "react";

interface ModalProps {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** The main button comes last. */
  actions?: ReactNode;
  width?: "xs" | "sm" | "md" | "lg";
}

export function Modal({ open, title, onClose, children, actions, width = "sm" }: ModalProps) {
  const titleId = useId();
  return (
    <Dialog
      open={open}
      // No close on a backdrop click: it is often an accident and would lose typed text.
      onClose={(_, reason) => reason === "escapeKeyDown" && onClose()}
      aria-labelledby={titleId}
      fullWidth
      maxWidth={width}
    >
      <DialogTitle id={titleId} component="h2" sx={{ pr: 8 }}>
        {title}
      </DialogTitle>
      <IconButton aria-label="Close" onClick={onClose} sx={{ position: "absolute", right: 12, top: 12 }}>
        <CloseIcon />
      </IconButton>
      <DialogContent dividers>{children}</DialogContent>
      {actions && <DialogActions>{actions}</DialogActions>}
    </Dialog>
  );
}
