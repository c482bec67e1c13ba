/** A model filter of the log endpoints: `%` at either end matches anything. */
export interface ModelPattern {
  readonly name: string
  readonly isOpenBefore: boolean
  readonly isOpenAfter: boolean
}

export function readModelPattern(text: string): ModelPattern {
  const [, before = '', name = '', after = ''] = /^(%*)(.*?)(%*)$/s.exec(text) ?? []
  return { name, isOpenBefore: before !== '', isOpenAfter: after !== '' }
}
