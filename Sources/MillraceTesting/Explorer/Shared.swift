import Millrace

/// A value outside of the stores that effects share, and whose readers and writers the explorer sees.
///
/// It stands for a cache, a file or a server in a scenario. The explorer does not know of values that effects
/// share in another way, and may leave out orders in which they matter.
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

  /// The current value.
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
