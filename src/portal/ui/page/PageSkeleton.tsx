import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import { radii } from "../../theme.ts";

interface PageSkeletonProps {
  label: string;
  /** Of the page's parts, in pixels. */
  heights: number[];
}

export const PageSkeleton = ({ label, heights }: PageSkeletonProps) => (
  <Box role="status" aria-label={label} sx={{ display: "grid", gap: 3 }}>
    {heights.map((height) => (
      <Skeleton key={height} variant="rounded" height={height} sx={{ borderRadius: `${radii.card}px` }} />
    ))}
  </Box>
);
