/** The water information code: read, write, check, explain and relate. Needs nothing, runs anywhere. */

export { checkCharactersOf } from './check.ts';
export { escapeKey, unescapeKey } from './escape.ts';
export { type Bilingual, explainMa, type MaExplanation } from './explain.ts';
export { type Fault, MaError } from './fault.ts';
export { canonicalMa, formatMa, formatMaWithCheck } from './format.ts';
export { isAtLevel } from './level.ts';
export {
  ASSIGNED_BINSTRVAL_END,
  MAX_BINSTRLEN,
  MAX_BINSTRVAL,
  MAX_MA_LENGTH,
  MAX_SUBBASINCD_LENGTH,
} from './limits.ts';
export {
  type EntityType,
  type Extension,
  isReachCode,
  type Ma,
  type Place,
  type Proprietary,
  type ReachCode,
  type TreeCode,
  type WaterCode,
  type ZoneCode,
} from './model.ts';
export { isValidMa, type ParseOptions, parseMa } from './parse.ts';
export { latitudeOf, longitudeOf, placeOf } from './place.ts';
export { type Relation, relationOf, type ZoneJoin, type ZoneTable } from './relation.ts';
export { suggestMa } from './repair.ts';
export { type Resolution, type ResolvedExtensions, resolutionToJson, resolveMa } from './resolve.ts';
export { formatCode, isTreeCode, parseCode } from './standard.ts';
export {
  commonDownstreamOf,
  downstreamAt,
  downstreamOf,
  isUpstreamInZone,
  mainStemUpstreamOf,
  pathToOutlet,
  tributaryUpstreamOf,
} from './tree.ts';
export {
  isBasinArea,
  isWithinZone,
  MAX_ZONE_NUMBER,
  parentZoneOf,
  zoneGroupOf,
  zoneNumberOf,
  zonePathOf,
} from './zone.ts';
