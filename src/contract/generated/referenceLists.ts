export const referenceLists = {
  cities: { file: "cities.json", isCoded: false, load: () => import("../../../schemas/reference/cities.json") },
  counties: { file: "counties.json", isCoded: false, load: () => import("../../../schemas/reference/counties.json") },
  regions: { file: "regions.json", isCoded: true, load: () => import("../../../schemas/reference/regions.json") },
};
