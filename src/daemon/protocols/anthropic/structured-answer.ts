import type { AnswerFormat } from '../conversation/types.ts'
import { asObject } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import type { ClaudeFamily } from './model-families.ts'
import { toAnthropicSchema } from './strict-schema.ts'

/** The name of the tool that carries the answer: its input becomes text in the response. */
export const STRUCTURED_ANSWER_TOOL = 'tollgate_structured_answer'

/** How the requested answer format is sent to the model. At most one member is set. */
export interface FormatPlan {
  /** `output_config.format`. */
  readonly format?: JsonObject
  /** A tool that the model must call. */
  readonly tool?: JsonObject
  /** A sentence for the system prompt. */
  readonly instruction?: string
}

/** The facts that determine how a format can be requested. */
export interface FormatSituation {
  readonly family: ClaudeFamily
  readonly takesStructuredOutput: boolean
  /** Whether thinking is off and nothing else prevents a forced tool. */
  readonly canForceTool: boolean
}

/**
 * Plans how to request a format. The API enforces a schema where the model supports that; else a forced tool takes the
 * answer as its input; else the model is asked in words. JSON without a schema has no equivalent and is always
 * requested in words.
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

/** Returns the input of the answer tool as text, as the client expects it. */
export const structuredText = (input: JsonValue | undefined): string => JSON.stringify(asObject(input) ?? {})
