/**
 * A WAV file: PCM, one channel, 8 bits.
 * @param rate samples a second
 * @param samples from -1 to 1
 */
export function wav(rate: number, samples: readonly number[]): Buffer {
  const file = Buffer.alloc(44 + samples.length);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + samples.length, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16); // length of what describes the format
  file.writeUInt16LE(1, 20); // PCM
  file.writeUInt16LE(1, 22); // channels
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate, 28); // bytes a second
  file.writeUInt16LE(1, 32); // bytes a sample of all channels
  file.writeUInt16LE(8, 34); // bits a sample
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(samples.length, 40);
  samples.forEach((sample, i) => {
    file[44 + i] = Math.round(128 + 127 * Math.max(-1, Math.min(1, sample)));
  });
  return file;
}
