export const PRODUCT = "tdis";
