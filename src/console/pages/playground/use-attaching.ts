import { useEffect, useState } from 'react'
import { type NotAttached, readPictures } from './attach-pictures.ts'
import { chatStore } from './chat-store.ts'

/** Attaches pictures to the next question: files that somebody chooses, pastes, or drops anywhere on the page. */
export function useAttaching(takesPictures: boolean): {
  readonly attach: (files: readonly File[]) => void
  /** Files that could not be attached last time, with the reason. */
  readonly refused: readonly NotAttached[]
  /** True if somebody tried to attach files and the model accepts no pictures. */
  readonly isRefusedByModel: boolean
  readonly forgetRefused: () => void
  /** True while somebody drags files over the page. */
  readonly isDropping: boolean
} {
  const [refused, setRefused] = useState<readonly NotAttached[]>([])
  const [isRefusedByModel, setRefusedByModel] = useState(false)
  const [isDropping, setDropping] = useState(false)
  const attach = (files: readonly File[]) => {
    setRefusedByModel(!takesPictures)
    setRefused([])
    if (!takesPictures) return
    const visit = chatStore.visit()
    void readPictures(files, chatStore.now()).then((read) => {
      // Another conversation has been opened in the meantime, and the pictures were not meant for it.
      if (chatStore.visit() !== visit) return
      chatStore.attach(read.pictures)
      setRefused(read.refused)
    })
  }
  useEffect(() => {
    // Otherwise the browser would open a dropped file in place of the page.
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDropping(true)
    }
    const leave = (event: DragEvent) => {
      // When the pointer leaves the window, it enters no other element.
      if (event.relatedTarget === null) setDropping(false)
    }
    const drop = (event: DragEvent) => {
      setDropping(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      attach([...(event.dataTransfer?.files ?? [])])
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  })
  const forgetRefused = () => {
    setRefused([])
    setRefusedByModel(false)
  }
  return { attach, refused, isRefusedByModel, forgetRefused, isDropping }
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false
