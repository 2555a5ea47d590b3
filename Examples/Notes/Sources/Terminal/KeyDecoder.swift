/// Turns the bytes that a terminal sends into keys.
///
/// Bytes go in as they arrive, keys come out as soon as they are certain. What may be the beginning of something longer
/// waits: after the escape byte either nothing follows, and it was the escape key, or the rest of a sequence. So a
/// shell calls `flush()` when nothing has followed for a moment. Whatever arrives, in whatever parts, nothing traps;
/// sequences without a meaning here are left out, and bytes that are no text become `�`.
struct KeyDecoder: Hashable {
  private var pending: [UInt8] = []
  private var pasted: [UInt8] = []
  private var isPasting = false

  /// Whether something waits for more bytes, or for `flush()`.
  var isWaiting: Bool { !pending.isEmpty || !pasted.isEmpty }

  /// Takes bytes in, and gives the keys that are certain now.
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

  /// Decides about what waits, when nothing more came for a moment.
  mutating func flush() -> [Key] {
    if isPasting {
      // The rest may take its time, and the end may never come: what is here is not held back.
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

/// Keys in a row; scalars that make one character together become one key.
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
