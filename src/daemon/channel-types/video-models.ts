/** Google's Veo, dated names and those with a folder in front as well. */
export const isVeo = (model: string): boolean => /(?:^|\/)veo-/.test(model)

const isSora = (model: string): boolean => /(?:^|\/)sora-/.test(model)

/**
 * Models that do nothing but make videos. Where tasks are switched off, nobody is offered them, also where a channel has other
 * models beside them. What relays call videos otherwise cannot be told from a chat model by its name.
 */
export const isVideoModel = (model: string): boolean => isVeo(model) || isSora(model)
