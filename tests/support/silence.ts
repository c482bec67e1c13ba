const BYTES_PER_SECOND = 8_000
/** The middle value, which means silence, because 8-bit samples are unsigned. */
const QUIET = 0x80

/** Creates a silent audio file: WAV, 8 kHz, one channel, 8 bit. */
export function silence(seconds: number): File {
  const data = BYTES_PER_SECOND * seconds
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + data, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(BYTES_PER_SECOND, 24)
  header.writeUInt32LE(BYTES_PER_SECOND, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(data, 40)
  return new File([header, Buffer.alloc(data, QUIET)], 'a.wav', { type: 'audio/wav' })
}
