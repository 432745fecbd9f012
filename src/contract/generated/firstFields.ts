/* Written by `npm run generate` from schemas/. Do not edit. */
export const firstFields = {
 "section": "Identifiers",
 "fields": [
  {
   "title": "Flood planning region",
   "description": "The flood planning region the model is in. Changing the region clears the hydrologic units.",
   "isWide": false,
   "isRequired": true
  },
  {
   "title": "Model identifier",
   "description": "12 digits: the 2-digit region number, then 10 digits unique within that region.",
   "isWide": false,
   "isRequired": true
  },
  {
   "title": "Flood planning project IDs",
   "description": "The flood management evaluations (FME), strategies (FMS) and mitigation projects (FMP) that this model supports. Press Enter after each ID.",
   "isWide": true,
   "isRequired": true
  },
  {
   "title": "Hydrologic units",
   "description": "HUC12 codes the model covers. Once you choose a region, only its codes are listed.",
   "isWide": true,
   "isRequired": false
  },
  {
   "title": "Counties",
   "description": "Every Texas county the model covers, fully or in part.",
   "isWide": true,
   "isRequired": true
  },
  {
   "title": "Cities",
   "description": "Cities, towns and villages the model covers, if any.",
   "isWide": true,
   "isRequired": false
  },
  {
   "title": "Spatial extent",
   "description": "A zipped file geodatabase (.gdb.zip) of the area the model covers, up to 200 MB.",
   "isWide": true,
   "isRequired": true
  }
 ]
};
