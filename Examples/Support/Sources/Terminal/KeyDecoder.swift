/// A decoder of a terminal's bytes into keys.
///
/// Keys are returned as soon as they are unambiguous. The escape byte may be the escape key, or the beginning
/// of a sequence, so it is buffered until more bytes arrive; when none do for a moment, the caller uses
/// `flush()`. Every input is accepted: unknown sequences are skipped, and invalid bytes become `�`.
struct KeyDecoder: Hashable {
  private var pending: [UInt8] = []
  private var pasted: [UInt8] = []
  private var isPasting = false

  /// True when bytes are buffered until more arrive, or until `flush()`.
  var isWaiting: Bool { !pending.isEmpty || !pasted.isEmpty }

  /// Adds bytes; returns the unambiguous keys.
  mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys = KeyList()
    var position = 0
    while position < pending.count {
      let bytes = pending[position...]
      let step = isPasting ? pasting(bytes) : KeyStep(bytes)
      guard step.length > 0 else { break }
      position += step.length
      keys.append(step.meaning)
      if case .pasteBegins = step.meaning { isPasting = true }
    }
    pending.removeFirst(position)
    return keys.finished()
  }

  /// Decodes the buffered bytes, after a moment without input.
  mutating func flush() -> [Key] {
    if isPasting {
      // The rest of a paste may be slow or missing, so complete characters are returned at once.
      let whole = pasted.count - UTF8Prefix.lengthOfUnfinishedEnd(of: pasted)
      defer { pasted.removeFirst(whole) }
      return whole == 0 ? [] : [.paste(String(decoding: pasted[..<whole], as: UTF8.self))]
    }
    defer { pending = [] }
    if pending == [KeyStep.escape] { return [.escape] }
    if let first = pending.first, first != KeyStep.escape { return [.character("\u{FFFD}")] }
    return []
  }

  private mutating func pasting(_ bytes: ArraySlice<UInt8>) -> KeyStep {
    let text = bytes.prefix { $0 != KeyStep.escape }
    if !text.isEmpty {
      pasted += text
      return KeyStep(length: text.count)
    }
    if bytes.starts(with: Self.pasteEnd) {
      defer { (pasted, isPasting) = ([], false) }
      let whole = Key.paste(String(decoding: pasted, as: UTF8.self))
      return KeyStep(length: Self.pasteEnd.count, meaning: pasted.isEmpty ? .nothing : .key(whole))
    }
    if Self.pasteEnd.starts(with: bytes) { return KeyStep(length: 0) }
    pasted.append(KeyStep.escape)
    return KeyStep(length: 1)
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)
}

/// A list of keys; scalars that form one character become one key.
private struct KeyList {
  private var keys: [Key] = []
  private var text = ""

  mutating func append(_ meaning: KeyStep.Meaning) {
    switch meaning {
    case .scalar(let scalar): text.unicodeScalars.append(scalar)
    case .key(let key):
      endText()
      keys.append(key)
    case .nothing, .pasteBegins: endText()
    }
  }

  mutating func finished() -> [Key] {
    endText()
    return keys
  }

  private mutating func endText() {
    keys += text.map(Key.character)
    text = ""
  }
}
