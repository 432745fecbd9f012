import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

/** A titled part of a review card. */
export const ReviewSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Typography variant="h3" sx={{ mb: 0.5 }}>
      {title}
    </Typography>
    {children}
  </section>
);
