export const referenceLists = {
  cities: { isCoded: false, load: () => import("../../../schemas/reference/cities.json") },
  counties: { isCoded: false, load: () => import("../../../schemas/reference/counties.json") },
  regions: { isCoded: true, load: () => import("../../../schemas/reference/regions.json") },
};
