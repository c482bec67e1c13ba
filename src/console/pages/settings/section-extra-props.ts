import type { Draft } from './use-draft.ts'
import type { Option } from './use-options.ts'

/** Props of content besides a section's settings. */
export interface SectionExtraProps {
  /** Every option by key. */
  readonly all: ReadonlyMap<string, Option>
  /** Unsaved input. */
  readonly draft: Draft
}
