/* Written by `npm run generate` from schemas/. Do not edit. */
export const firstFields = {
 "section": "Identifiers",
 "fields": [
  {
   "title": "Flood planning region",
   "description": "The flood planning region in which the model lies. Another one clears the hydrologic units.",
   "isWide": false,
   "isRequired": true
  },
  {
   "title": "Model identifier",
   "description": "12 digits: the region's 2, and 10 that no other model of the region has.",
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
   "description": "The 12-digit codes (HUC12) of the units the model covers; of the region, once chosen.",
   "isWide": true,
   "isRequired": false
  },
  {
   "title": "Counties",
   "description": "Every Texas county the model reaches into.",
   "isWide": true,
   "isRequired": true
  },
  {
   "title": "Cities",
   "description": "Cities, towns and villages the model reaches into, if any.",
   "isWide": true,
   "isRequired": false
  },
  {
   "title": "Spatial extent",
   "description": "A zipped file geodatabase (.gdb.zip) with the area the model covers, 200 MB at most.",
   "isWide": true,
   "isRequired": true
  }
 ]
};
