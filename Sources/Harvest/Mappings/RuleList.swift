/// A list of rules that is iterated as fast as a plain array of closures.
///
/// An array would be retained, and so would each rule that is read from it; here rules are accessed without
/// reference counting, because the caller keeps the list alive.
@usableFromInline
final class RuleList<Rule: AnyObject> {
  @usableFromInline let rules: [Rule]
  @usableFromInline let base: UnsafeMutablePointer<Unmanaged<Rule>>
  @usableFromInline let count: Int

  @inlinable
  init(_ rules: [Rule]) {
    self.rules = rules
    count = rules.count
    base = .allocate(capacity: rules.count)
    // Sound: an unmanaged reference has the memory layout of the reference.
    rules.withUnsafeBytes {
      UnsafeMutableRawPointer(base).copyMemory(from: $0.baseAddress ?? .init(base), byteCount: $0.count)
    }
  }

  deinit {
    base.deallocate()
  }

  /// Returns the index of the first rule for which `body` returns true.
  @inlinable
  @inline(__always)
  func firstIndex(_ body: (borrowing Rule) -> Bool) -> Int? {
    // Sound: `rules` holds each of them until this list ends, and the caller holds the list.
    for index in 0..<count where base[index]._withUnsafeGuaranteedRef({ body($0) }) { return index }
    return nil
  }
}
