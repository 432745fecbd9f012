export type WidgetName = "options" | "tags" | "shortText" | "longText" | "date" | "periods" | "geodatabase" | "originatorContact" | "contacts" | "reasons" | "password";

export type AccessRole = "vendor" | "admin";

export type CodecName = "commaList" | "date" | "datePairs" | "contactPairs" | "region" | "agency" | "software";

export type RoleName = "title" | "summary" | "identifier" | "region" | "collection" | "county" | "city" | "extent" | "documents" | "contacts" | "originator" | "firstName" | "lastName" | "email" | "phone" | "affiliation";

export type RuleName = "periodIsWhole" | "periodEndsAfterItStarts" | "oneContactBesidesOriginator";

export type DerivationName = "collectionOfRegion" | "holdsOriginator";

export type ConversionName = "split" | "join" | "list" | "number" | "map";
