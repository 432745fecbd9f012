/* Written by `npm run generate` from schemas/. Do not edit. */
export const firstFields = {
 "section": "Identifiers",
 "fields": [
  {
   "title": "Flood planning region",
   "description": "The Texas flood planning region in which the model lies. Choosing another region clears the hydrologic units below.",
   "isWide": false,
   "isRequired": true
  },
  {
   "title": "Model identifier",
   "description": "12 digits: the 2-digit flood planning region followed by a 10-digit number that no other model of the region has.",
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
   "description": "The 12-digit codes (HUC12) of the hydrologic units the model covers. The list holds the units of the chosen region, or all of them while no region is chosen.",
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
   "description": "Cities, towns and villages the model reaches into, if any. Places that share a name show their Census code.",
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
