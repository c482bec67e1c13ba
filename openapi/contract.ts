import { contractText } from './contract-text.ts'
import type { JsonObject } from './json.ts'

/** An OpenAPI 3.1 document in which every reference is `#/components/<section>/<name>`. */
export interface ContractDocument extends JsonObject {
  /** By address, then by method in lower case. */
  paths: { [path: string]: JsonObject }
  /** By section (`schemas`, `parameters`), then by name. */
  components: { [section: string]: JsonObject }
}

/** Parses the whole contract. The document is some ten times as large in memory as its text. */
export const readContract = (): ContractDocument =>
  JSON.parse(contractText.toString('utf8')) as ContractDocument
