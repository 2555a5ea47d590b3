import InspectorCore

/// The lines that a page has still to be sent about changed histories: a pure value.
///
/// A history that changes a thousand times before its line is sent needs one line; so a slow page costs no
/// memory.
struct ChangeFollower {
  private var changed: [Int] = []
  /// The histories whose lines may be sent now.
  private var due: [Int] = []
  private var owesSign = false
  private var pending: ArraySlice<UInt8> = []

  /// Notes that a history has changed.
  mutating func changed(_ id: Int) {
    if !changed.contains(id) { changed.append(id) }
  }

  /// Schedules a sign of life.
  mutating func sign() { owesSign = true }

  /// Lets the changes since the last tick be sent; returns true if there is anything to send.
  mutating func isDue() -> Bool {
    for id in changed where !due.contains(id) { due.append(id) }
    changed = []
    return !due.isEmpty || owesSign || !pending.isEmpty
  }

  /// Returns the next bytes, at most so many; none when there is nothing to send.
  mutating func next(_ limit: Int, summary: (Int) -> JSONOutput?) -> ArraySlice<UInt8> {
    if pending.isEmpty {
      var bytes: [UInt8] = []
      for id in due {
        guard let summary = summary(id) else { continue }
        JSONOutput.object(["history": summary]).write(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
      }
      due = []
      if owesSign { bytes += #"{"alive":true}"#.utf8 + [UInt8(ascii: "\n")] }
      owesSign = false
      pending = bytes[...]
    }
    defer { pending = pending.dropFirst(limit) }
    return pending.prefix(limit)
  }
}
