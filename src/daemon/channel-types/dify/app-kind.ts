import type { FieldSpec } from '../types.ts'

/** The kind of an application and the input that receives the conversation. */
export interface AppKind {
  readonly kind: 'chat' | 'workflow' | 'completion'
  /** The name that the application's author gave it. */
  readonly input: string
}

const DEFAULT_INPUT = 'query'
const SPELLING = /^(?:(?:chat|chatflow|agent)|(workflow|completion)(?::\s*(\S+))?)?$/i

/** Reads the channel's column `other`: empty for chat, or `workflow` or `completion`, optionally with a colon and the name of the input. */
export function readAppKind(other: string): AppKind {
  const [, kind, input = DEFAULT_INPUT] = SPELLING.exec(other.trim()) ?? []
  return { kind: (kind?.toLowerCase() as AppKind['kind'] | undefined) ?? 'chat', input }
}

export const appKindField: FieldSpec = {
  label: { en: 'Kind of app', zh: '应用类型' },
  hint: {
    en: 'Empty for chat, chatflow and agent; workflow or completion for the others. The conversation goes to the input query, or to the one you name: workflow:question',
    zh: '聊天、Chatflow 和 Agent 留空；其他填写 workflow 或 completion。对话写入输入变量 query，也可指定变量名：workflow:question',
  },
  check: (text) =>
    SPELLING.test(text.trim())
      ? undefined
      : { en: 'Enter workflow, completion or nothing.', zh: '请填写 workflow、completion 或留空。' },
}
