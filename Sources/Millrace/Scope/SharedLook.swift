/// The parts that are observed of what a function finds, which is read once in a turn for all of them.
final class SharedLook<Value> {
  private final class Part {
    let look: PartLook<Value>
    let isAbandoned: () -> Bool
    var isActive = true

    init(_ look: PartLook<Value>, _ isAbandoned: @escaping () -> Bool) {
      self.look = look
      self.isAbandoned = isAbandoned
    }
  }

  private var parts: [Part] = []
  /// Ends the look at the whole; nil while no part is observed.
  private var end: (() -> Void)?

  /// Adds a part, until the function that this returns is called or `isAbandoned` returns true.
  ///
  /// - Parameter attach: A function that lets a look at the whole begin, for the first part.
  func add(
    _ look: PartLook<Value>, isAbandoned: @escaping () -> Bool,
    attach: (PartLook<Value>, @escaping () -> Bool) -> () -> Void
  ) -> () -> Void {
    let part = Part(look, isAbandoned)
    parts.append(part)
    if end == nil {
      let whole = PartLook<Value>(audience: { self.audience }) { self.look($0) }
      end = attach(whole) { self.isAbandoned() }
    }
    // The cell of the part keeps the function, and this keeps the cell.
    return { [weak self, weak part] in
      part?.isActive = false
      self?.sweep()
    }
  }

  private var audience: Audience {
    parts.reduce(Audience(count: 0, calls: 0)) { $0 + $1.look.audience }
  }

  private func look(_ value: Value) {
    var value = value
    // An observer may end parts, and add others, which have seen this value.
    for part in parts where part.isActive { part.look.look(&value) }
  }

  private func isAbandoned() -> Bool {
    // Each may end its part by the function for it.
    for part in parts where part.isActive && part.isAbandoned() { part.isActive = false }
    sweep()
    return parts.isEmpty
  }

  private func sweep() {
    parts.removeAll { !$0.isActive }
    if parts.isEmpty, let end {
      self.end = nil
      end()
    }
  }
}
