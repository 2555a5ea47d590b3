import Millrace

/// A value outside of the stores that effects share, of which the explorer sees who reads and who changes it.
///
/// It is what a cache, a file or a server is in a scenario. Whatever effects share in another way, the explorer does not
/// know of, and may leave out orders in which it matters.
public final class Shared<Value: Hashable & Sendable>: Sendable {
  private let locked: Locked<Value>
  private let runtime: ExplorerRuntime
  private let place: Footprint.Place

  init(_ value: Value, _ name: String, _ runtime: ExplorerRuntime) {
    let locked = Locked(value)
    self.locked = locked
    self.runtime = runtime
    place = runtime.openPlace(name) { locked.withLock(\.self) }
  }

  /// The value as it is.
  public var value: Value {
    get {
      runtime.touch(place, writes: false)
      return locked.withLock(\.self)
    }
    set { withValue { $0 = newValue } }
  }

  /// Changes the value in one go.
  public func withValue<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    runtime.touch(place, writes: true)
    return try locked.withLock { try body(&$0) }
  }
}
