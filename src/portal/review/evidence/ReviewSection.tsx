import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

interface ReviewSectionProps {
  title: string;
  titleAside?: ReactNode;
  isNested?: boolean;
  children: ReactNode;
}

/** A titled part of a review card, or of another part. */
export const ReviewSection = ({ title, titleAside, isNested = false, children }: ReviewSectionProps) => (
  <section>
    <Stack direction="row" sx={{ flexWrap: "wrap", alignItems: "center", columnGap: 1, mb: 0.5 }}>
      <Typography
        component={isNested ? "h4" : "h3"}
        variant={isNested ? "subtitle2" : "h3"}
        sx={{ mr: "auto", ...(isNested && { fontWeight: 650 }) }}
      >
        {title}
      </Typography>
      {titleAside}
    </Stack>
    {children}
  </section>
);
