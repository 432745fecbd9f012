import Box from "@mui/material/Box";

/** Lets keyboard users pass the menu; seen only while it has the focus. */
export function SkipLink({ to }: { to: string }) {
  return (
    <Box
      component="a"
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(to)?.focus();
      }}
      sx={{
        position: "fixed",
        top: 8,
        left: 8,
        zIndex: "tooltip",
        px: 2,
        py: 1,
        bgcolor: "background.paper",
        color: "primary.main",
        border: "1px solid",
        borderRadius: 1,
        transform: "translateY(-200%)",
        "&:focus": { transform: "none" },
      }}
    >
      Skip to content
    </Box>
  );
}
