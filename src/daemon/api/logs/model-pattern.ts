/** A model as the calls of the log are asked for it: `%` at either end stands for anything. */
export interface ModelPattern {
  readonly name: string
  readonly isOpenBefore: boolean
  readonly isOpenAfter: boolean
}

export function readModelPattern(text: string): ModelPattern {
  const [, before = '', name = '', after = ''] = /^(%*)(.*?)(%*)$/s.exec(text) ?? []
  return { name, isOpenBefore: before !== '', isOpenAfter: after !== '' }
}
