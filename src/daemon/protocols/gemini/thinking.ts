import type { ModelAdapters } from '../conversation/codec.ts'
import type { Effort, ReasoningWish } from '../conversation/types.ts'
import type { JsonObject } from '../types.ts'
import { bareName, type GeminiFamily, geminiFamily } from './models.ts'

/** How a family controls the amount of thinking. Budget and level are never sent together. */
export type ThinkingControl =
  | { readonly kind: 'level'; readonly lowest: 'MINIMAL' | 'LOW' }
  /** `canStop`: a budget of zero is accepted in addition to the range. */
  | { readonly kind: 'budget'; readonly min: number; readonly max: number; readonly canStop: boolean }
  | { readonly kind: 'none' }

export interface ThinkingConfig {
  readonly config: JsonObject | undefined
  /** True if the requested amount is not available, so that a different one or none is used. */
  readonly isLossy: boolean
}

/** Used for the suffix if there is no output cap to take a share of. */
const SUFFIX_BUDGET = 24_576
const AS_THE_MODEL_LIKES = -1

const EFFORT_BUDGETS: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 512,
  low: 2048,
  medium: 8192,
  high: 16_384,
  xhigh: 24_576,
  max: AS_THE_MODEL_LIKES,
}

const EFFORT_LEVELS: Readonly<Record<Effort, string>> = {
  none: 'MINIMAL',
  minimal: 'MINIMAL',
  low: 'LOW',
  medium: 'MEDIUM',
  high: 'HIGH',
  xhigh: 'HIGH',
  max: 'HIGH',
}

/** @param model the name without an adapter's suffix */
export function thinkingControl(model: string, family: GeminiFamily = geminiFamily(model)): ThinkingControl {
  const { generation, tier } = family
  if (generation === undefined || generation < 2.5 || family.isImage || family.isSpeech)
    return { kind: 'none' }
  if (generation >= 3) {
    const refusesMinimal = tier === 'pro' || /gemini-3\.7-flash(?!-lite)/.test(model)
    return { kind: 'level', lowest: refusesMinimal ? 'LOW' : 'MINIMAL' }
  }
  if (tier === 'pro') return { kind: 'budget', min: 128, max: 32_768, canStop: false }
  if (tier === 'flash-lite') return { kind: 'budget', min: 512, max: 24_576, canStop: true }
  return { kind: 'budget', min: 0, max: 24_576, canStop: true }
}

/** Returns the `thinkingConfig` for a client's request. */
export function toThinkingConfig(wish: ReasoningWish, model: string, family?: GeminiFamily): ThinkingConfig {
  const control = thinkingControl(model, family)
  const { effort, budgetTokens } = wish
  const hasAmount = effort !== undefined || budgetTokens !== undefined
  if (control.kind === 'none') {
    const wantsThought = hasAmount && effort !== 'none' && budgetTokens !== 0
    return { config: undefined, isLossy: wantsThought || wish.wantsText === true }
  }
  const wantsText = wish.wantsText ?? !hasAmount
  const shown: JsonObject = wantsText && effort !== 'none' ? { includeThoughts: true } : {}
  const amount = control.kind === 'level' ? toLevel(wish, control.lowest) : toBudget(wish, control)
  const config = { ...amount.config, ...shown }
  return { config: Object.keys(config).length > 0 ? config : undefined, isLossy: amount.isLossy }
}

function toLevel({ effort, budgetTokens }: ReasoningWish, lowest: 'MINIMAL' | 'LOW'): ThinkingConfig {
  const wished = effort ?? (budgetTokens === undefined ? undefined : effortOfBudget(budgetTokens))
  if (wished === undefined) return { config: undefined, isLossy: false }
  const level = EFFORT_LEVELS[wished] === 'MINIMAL' ? lowest : EFFORT_LEVELS[wished]
  // These families always think, so the lowest level replaces "off".
  return { config: { thinkingLevel: level }, isLossy: wished === 'none' || effort === undefined }
}

function toBudget(
  { effort, budgetTokens }: ReasoningWish,
  control: ThinkingControl & { kind: 'budget' },
): ThinkingConfig {
  const wished = effort === undefined ? budgetTokens : EFFORT_BUDGETS[effort]
  if (wished === undefined) return { config: undefined, isLossy: false }
  const budget = clampBudget(wished, control)
  const isLossy = budget !== wished && (effort === undefined || effort === 'none')
  return { config: { thinkingBudget: budget }, isLossy }
}

function clampBudget(wished: number, control: ThinkingControl & { kind: 'budget' }): number {
  if (wished === AS_THE_MODEL_LIKES || (wished === 0 && control.canStop)) return wished
  return Math.min(control.max, Math.max(control.min, Math.trunc(wished)))
}

/** undefined = the model decides. */
function effortOfBudget(budgetTokens: number): Effort | undefined {
  if (budgetTokens < 0) return undefined
  if (budgetTokens === 0) return 'none'
  if (budgetTokens <= 1024) return 'minimal'
  if (budgetTokens <= 4096) return 'low'
  if (budgetTokens <= 12_288) return 'medium'
  return budgetTokens <= 24_576 ? 'high' : 'xhigh'
}

type Suffix = { readonly kind: 'off' | 'on' } | { readonly kind: 'budget'; readonly tokens: number }

const SUFFIX = /^(.+?)-(?:(nothinking)|thinking(?:-(\d+))?)$/

function splitSuffix(model: string, adapters: ModelAdapters): { name: string; suffix: Suffix | undefined } {
  const match = adapters.geminiThinkingSuffix ? SUFFIX.exec(model) : null
  if (!match?.[1]) return { name: model, suffix: undefined }
  const suffix: Suffix = match[2]
    ? { kind: 'off' }
    : match[3]
      ? { kind: 'budget', tokens: Number(match[3]) }
      : { kind: 'on' }
  return { name: match[1], suffix }
}

/**
 * Returns the upstream's name, without `-thinking`, `-thinking-<n>` and `-nothinking` if the administrator enabled
 * these suffixes.
 */
export const geminiModelName = (model: string, adapters: ModelAdapters): string =>
  splitSuffix(model, adapters).name

/**
 * Returns the thinking configuration that a suffix of the model's name asks for; undefined if there is none.
 *
 * `-thinking` takes its share of the output cap only if the administrator lists the model; otherwise the model decides
 * how much to think, and shows it.
 */
export function suffixThinking(
  model: string,
  adapters: ModelAdapters,
  outputTokensMax: number | undefined,
): JsonObject | undefined {
  const { name, suffix } = splitSuffix(model, adapters)
  if (!suffix) return undefined
  const control = thinkingControl(name, geminiFamily(name, adapters))
  switch (suffix.kind) {
    case 'off':
      return toThinkingConfig({ effort: 'none' }, name).config ?? {}
    case 'budget':
      return toThinkingConfig({ budgetTokens: suffix.tokens, wantsText: true }, name).config ?? {}
    case 'on': {
      if (control.kind === 'level') return { thinkingLevel: 'HIGH', includeThoughts: true }
      if (!adapters.geminiThinkingModels.includes(bareName(name)))
        return control.kind === 'none' ? {} : { includeThoughts: true }
      const share = outputTokensMax
        ? Math.trunc(outputTokensMax * adapters.geminiThinkingShare)
        : SUFFIX_BUDGET
      const budget = control.kind === 'budget' ? clampBudget(share, control) : share
      return { thinkingBudget: budget, includeThoughts: true }
    }
  }
}
