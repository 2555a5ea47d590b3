/// A writer of an export's lines; it writes a short line whole and a long one in parts.
final class LineOutput {
  private let sink: (UnsafeRawBufferPointer) throws(JournalError) -> Void
  private var buffer: [UInt8] = []
  private var sum = Checksum64()

  init(_ write: @escaping (UnsafeRawBufferPointer) throws(JournalError) -> Void) {
    sink = write
  }

  /// Writes a line.
  ///
  /// - Parameters:
  ///   - members: The members of the line, whose values have been checked.
  ///   - seed: The checksum of the lines before; 0 for none.
  /// - Returns: The checksum of the lines up to and including it.
  func write(_ members: LineWriting.Members, after seed: UInt64) throws(JournalError) -> UInt64 {
    sum = Checksum64(seed: seed)
    var separator = UInt8(ascii: "{")
    for (key, value) in members {
      buffer.append(separator)
      buffer += Array(JournalValue.text(key).json().utf8)
      buffer.append(UInt8(ascii: ":"))
      try write(value)
      separator = UInt8(ascii: ",")
    }
    buffer.append(UInt8(ascii: "}"))
    addToSum()
    buffer.append(UInt8(ascii: "\n"))
    try flush()
    return sum.value
  }

  private func write(_ value: [UInt8]) throws(JournalError) {
    try value.withBytes { bytes throws(JournalError) in
      var transcript = CBORTranscript(bytes)
      // The value was checked before, so this does not fail.
      while (try? transcript.write(to: &buffer)) == true {
        addToSum()
        try flush()
      }
    }
  }

  private func addToSum() {
    buffer.withUnsafeBytes { sum.add($0) }
  }

  private func flush() throws(JournalError) {
    try buffer.withBytes { bytes throws(JournalError) in try sink(bytes) }
    buffer.removeAll(keepingCapacity: true)
  }
}
