import type { AnswerFormat } from '../conversation/types.ts'
import { asObject } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import type { ClaudeFamily } from './model-families.ts'
import { toAnthropicSchema } from './strict-schema.ts'

/** A tool by this name is the answer itself: its input becomes text on the way back. */
export const STRUCTURED_ANSWER_TOOL = 'tollgate_structured_answer'

/** How the wished form of an answer is asked for: at most one of the members is there. */
export interface FormatPlan {
  /** `output_config.format`. */
  readonly format?: JsonObject
  /** A tool that the model must call. */
  readonly tool?: JsonObject
  /** A sentence for the system prompt. */
  readonly instruction?: string
}

/** What decides how a format can be asked for. */
export interface FormatSituation {
  readonly family: ClaudeFamily
  readonly takesStructuredOutput: boolean
  /** Thinking is off, and nothing else hinders a forced tool. */
  readonly canForceTool: boolean
}

/**
 * A schema is enforced by the API where the model knows that, else by a forced tool whose input is the answer, else asked
 * for in words. JSON without a schema has no counterpart and is always asked for in words.
 */
export function planFormat(format: AnswerFormat | undefined, situation: FormatSituation): FormatPlan {
  if (!format) return {}
  if (format.kind === 'json')
    return { instruction: 'Answer with one JSON object only, without any other text.' }
  if (situation.family.takesStructuredOutput && situation.takesStructuredOutput) {
    const schema = toAnthropicSchema(format.schema)
    if (schema) return { format: { type: 'json_schema', schema } }
  }
  if (situation.canForceTool && format.schema.type === 'object')
    return {
      tool: {
        name: STRUCTURED_ANSWER_TOOL,
        description: format.description ?? 'Gives the answer. The input of this tool is the whole answer.',
        input_schema: format.schema,
      },
    }
  return {
    instruction: `Answer with one JSON value only, without any other text. It must fit this JSON Schema:\n${JSON.stringify(format.schema)}`,
  }
}

/** The input of the structured answer, as the text that the client asked for. */
export const structuredText = (input: JsonValue | undefined): string => JSON.stringify(asObject(input) ?? {})
