export const PRODUCT_NAME = "Flood Model Portal";
