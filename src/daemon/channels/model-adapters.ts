import type { Options } from '../options/registry.ts'
import type { ModelAdapters } from '../protocols/conversation/codec.ts'

const made = new WeakMap<Options, ModelAdapters>()

/**
 * Returns the options that shape requests by model name, in the form that codecs and channel types read; created once
 * per set of options.
 */
export function readModelAdapters(options: Options): ModelAdapters {
  const known = made.get(options)
  if (known) return known
  const adapters: ModelAdapters = {
    claudeOutputTokens: options['claude.default_max_tokens'],
    claudeCacheMarks: options['claude.cache_marks_enabled'],
    claudeThinkingSuffix: options['claude.thinking_adapter_enabled'],
    claudeThinkingShare: Number(options['claude.thinking_adapter_budget_tokens_percentage']),
    geminiThinkingSuffix: options['gemini.thinking_adapter_enabled'],
    geminiThinkingShare: Number(options['gemini.thinking_adapter_budget_tokens_percentage']),
    geminiThinkingModels: options['gemini.models_supported_thinking_budget'],
    geminiSafety: options['gemini.safety_settings'],
    geminiVersions: options['gemini.version_settings'],
    geminiImageModels: options['gemini.supported_imagine_models'],
    claudeHeaders: options['claude.model_headers_settings'],
  }
  made.set(options, adapters)
  return adapters
}
