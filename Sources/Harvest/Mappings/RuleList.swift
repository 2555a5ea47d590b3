/// Rules that are asked one after another, as fast as a plain array of closures.
///
/// An array would be retained, and so would each rule that is taken out of it, for each that is asked; here they
/// are reached without counting, because the list holds them for as long as anybody asks.
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
    // Sound: an unmanaged reference lies in memory as the reference does.
    rules.withUnsafeBytes {
      UnsafeMutableRawPointer(base).copyMemory(from: $0.baseAddress ?? .init(base), byteCount: $0.count)
    }
  }

  deinit {
    base.deallocate()
  }

  /// The index of the first rule for which `body` answers true.
  @inlinable
  @inline(__always)
  func firstIndex(_ body: (borrowing Rule) -> Bool) -> Int? {
    // Sound: `rules` holds each of them until this list ends, and the caller holds the list.
    for index in 0..<count where base[index]._withUnsafeGuaranteedRef({ body($0) }) { return index }
    return nil
  }
}
