/** Reports whether a model is Google's Veo, also with a date or a path prefix. */
export const isVeo = (model: string): boolean => /(?:^|\/)veo-/.test(model)

const isSora = (model: string): boolean => /(?:^|\/)sora-/.test(model)

/**
 * Matches models that only make videos. If tasks are switched off, they are not offered, even if their channel has other
 * models too. Video models of relays with other names cannot be distinguished from chat models.
 */
export const isVideoModel = (model: string): boolean => isVeo(model) || isSora(model)
