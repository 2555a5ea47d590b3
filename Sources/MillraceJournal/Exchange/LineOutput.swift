/// A writer of an export's lines; it writes a short line whole and a long one in parts.
final class LineOutput {
  private let sink: (UnsafeRawBufferPointer) throws(JournalError) -> Void
  private var buffer: [UInt8] = []
  private var sum = Checksum64()
  /// The values of the line that are written in parts, each with the text before it.
  private var parts: [(text: [UInt8], value: [UInt8]?)] = []

  init(_ write: @escaping (UnsafeRawBufferPointer) throws(JournalError) -> Void) {
    sink = write
  }

  /// Begins a line without writing yet.
  ///
  /// - Parameters:
  ///   - seed: The checksum of the lines before; 0 for none.
  ///   - members: The members of the line.
  func begin(after seed: UInt64, _ members: LineWriting.Members) {
    sum = Checksum64(seed: seed)
    parts = []
    var text: [UInt8] = []
    for case (let key, let part?) in members {
      text.append(UInt8(ascii: text.isEmpty && parts.isEmpty ? "{" : ","))
      text += Array(JournalValue.text(key).json().utf8)
      text.append(UInt8(ascii: ":"))
      switch part {
      case .value(let value): text += Array(value.json().utf8)
      case .bytes(let bytes):
        parts.append((text, bytes))
        text = []
      }
    }
    text.append(UInt8(ascii: "}"))
    parts.append((text, nil))
  }

  /// Writes the current line to its end.
  ///
  /// - Returns: The checksum of the lines up to and including it.
  func end() throws(JournalError) -> UInt64 {
    for (text, value) in parts {
      buffer += text
      if let value { try write(value) }
    }
    parts = []
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
