import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { PRODUCT_NAME } from "../productName.ts";
import { routes } from "../routes.ts";

/** The product's mark and name, leading Home. */
export function Brand() {
  return (
    <Stack
      component={Link}
      to={routes.home}
      direction="row"
      sx={{ alignItems: "center", gap: 1.5, px: 1, color: "text.primary", textDecoration: "none" }}
    >
      <Box
        component="img"
        src={`${import.meta.env.BASE_URL}icon.svg`}
        alt=""
        sx={{ width: 36, height: 36 }}
      />
      <Typography component="span" sx={{ fontWeight: 650, fontSize: "1.0625rem", letterSpacing: "-0.01em" }}>
        {PRODUCT_NAME}
      </Typography>
    </Stack>
  );
}
