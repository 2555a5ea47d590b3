import MillraceInspectorWire

/// The bytes that wait to be written, and the frames that they belong to.
struct Outbox {
  private var bytes: [UInt8] = []
  /// The number of bytes at the beginning that were written already.
  private var start = 0
  private var frames: [(size: Int, isRecord: Bool)] = []
  private var firstFrame = 0
  /// The number of bytes of the first frame that were written.
  private var writtenOfFirst = 0

  /// The number of bytes that wait.
  var count: Int { bytes.count - start }

  /// Adds a frame.
  ///
  /// - Throws: ``WireError`` for a frame that is too large; nothing is added.
  mutating func add(_ frame: Frame, isRecord: Bool) throws(WireError) {
    let before = bytes.count
    try frame.write(to: &bytes)
    frames.append((bytes.count - before, isRecord))
  }

  /// Lends the bytes that wait; the closure returns how many it has written.
  mutating func write(_ body: (UnsafeRawBufferPointer) -> Int) {
    let count = bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    start += count
    writtenOfFirst += count
    while firstFrame < frames.count, writtenOfFirst >= frames[firstFrame].size {
      writtenOfFirst -= frames[firstFrame].size
      firstFrame += 1
    }
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
      frames.removeAll(keepingCapacity: true)
      (start, firstFrame) = (0, 0)
    } else if start > 1 << 16, start > bytes.count / 2 {
      bytes.removeFirst(start - writtenOfFirst)
      frames.removeFirst(firstFrame)
      (start, firstFrame) = (writtenOfFirst, 0)
    }
  }

  /// Keeps the records that were not wholly written, and drops everything else: the connection is over.
  mutating func cut() {
    var kept = Outbox()
    var place = start - writtenOfFirst
    for frame in frames[firstFrame...] {
      if frame.isRecord {
        kept.bytes += bytes[place..<place + frame.size]
        kept.frames.append(frame)
      }
      place += frame.size
    }
    self = kept
  }

  /// Puts frames before those that wait; no byte of those may have been written.
  mutating func put(first announcements: [Frame]) throws(WireError) {
    var all = Outbox()
    for frame in announcements { try all.add(frame, isRecord: false) }
    all.bytes += bytes[start...]
    all.frames += frames[firstFrame...]
    self = all
  }
}
