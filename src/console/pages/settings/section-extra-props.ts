import type { Draft } from './use-draft.ts'
import type { Option } from './use-options.ts'

/** What a part beside a section's settings is given. */
export interface SectionExtraProps {
  /** Every option, by its key. */
  readonly all: ReadonlyMap<string, Option>
  /** What was typed and not saved yet. */
  readonly draft: Draft
}
