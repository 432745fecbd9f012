import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";

const steps = [
  {
    title: "Metadata YAML file",
    text: "Fill in the record and proceed to upload. Download the metadata YAML file there, place it in the model's root folder, and zip that folder.",
  },
  {
    title: "Upload script",
    text: "Download the upload script for Windows or for Mac and Linux, and run it with the command the page builds for you. It sends the zip to the agency's storage.",
  },
  {
    title: "Status tracking",
    text: "Watch the record's status on Home: in progress, then pending admin acceptance, then accepted or rejected.",
  },
];

/** The three stages of handing over a model. */
export function UploadSteps() {
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: "none", display: "grid", gap: 2, mt: 2 }}>
      {steps.map(({ title, text }, index) => (
        <Box
          component="li"
          key={title}
          sx={{ display: "grid", gridTemplateColumns: "auto 1fr", columnGap: 2 }}
        >
          <Box aria-hidden sx={numberLook}>
            {index + 1}
          </Box>
          <div>
            <Typography variant="h3">{title}</Typography>
            <Typography color="textSecondary">{text}</Typography>
          </div>
        </Box>
      ))}
    </Box>
  );
}

const numberLook = {
  width: 32,
  height: 32,
  display: "grid",
  placeItems: "center",
  borderRadius: "50%",
  border: "1.5px solid",
  borderColor: "primary.main",
  color: "primary.main",
  fontWeight: 650,
};
