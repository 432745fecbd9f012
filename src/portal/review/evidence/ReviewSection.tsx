import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

interface ReviewSectionProps {
  title: string;
  isNested?: boolean;
  children: ReactNode;
}

/** A titled part of a review card, or of another part. */
export const ReviewSection = ({ title, isNested = false, children }: ReviewSectionProps) => (
  <section>
    <Typography
      component={isNested ? "h4" : "h3"}
      variant={isNested ? "subtitle2" : "h3"}
      sx={{ mb: 0.5, ...(isNested && { fontWeight: 650 }) }}
    >
      {title}
    </Typography>
    {children}
  </section>
);
