import MillraceCore

/// The decisions about one kept part, without its storage.
///
/// A change is unsaved until it has been written, whatever `==` says: a value with a NaN is not equal to
/// itself.
///
/// One operation on the storage runs at a time. While it runs, further changes wait, so a part that changes
/// all the time is written as often as the storage can, with its latest value.
struct KeptMachine<Value: Equatable> {
  enum Action: Equatable {
    case none
    /// Wait for the delay, and then call `due()`.
    case wait
    /// Write the value, after setting aside what is there if it cannot be used; then call `wrote(_:)`.
    case write(Value, KeptStamp, settingAside: Bool)
    /// Read the storage, and then call `found(_:look:merge:)`.
    case read
    /// Put the value into the state, and then ask `next()`.
    case put(Value)
  }

  enum Operation: Equatable {
    case waiting
    case writing(Value)
    case reading
  }

  /// The contents of the storage.
  enum Found: Equatable {
    /// They are those that were read or written last.
    case same
    case value(Value)
    /// There are none.
    case missing
    /// They cannot be used.
    case unusable(KeepError)
  }

  /// The changes that the storage does not have.
  enum Unsaved: Equatable {
    case none
    /// A change that is written next.
    case change
    /// A change that could not be written, and is written with the next one or by a flush.
    case failed
  }

  private let delays: Bool
  /// The value in the state.
  private(set) var present: Value
  /// The mark of the value in the state.
  private(set) var stamp = KeptStamp()
  private(set) var operation: Operation?
  /// The error for which nothing is written until the storage can be read.
  private(set) var obstacle: KeepError?
  /// The last error of writing.
  private(set) var failure: KeepError?
  /// True if the storage has contents that cannot be used.
  private(set) var isDamaged = false
  /// True if the storage may have other contents than those that were read or written last.
  private var mustRead = false
  /// The changes since the last write began.
  private var unsaved = Unsaved.none

  init(_ present: Value, delays: Bool) {
    self.present = present
    self.delays = delays
  }

  /// True if the storage has the present value, or need not have it.
  var isSaved: Bool { operation == nil && obstacle == nil && unsaved == .none }

  /// True if the end of the process would lose a change.
  var hasUnsaved: Bool {
    if case .writing = operation { return true }
    return obstacle == nil && unsaved != .none
  }

  // MARK: Events

  /// Takes what was found at the beginning; returns a value for the state.
  mutating func begin(_ found: Found) -> Action {
    beginReading()
    return self.found(found) { $1 }
  }

  /// Notes that the storage is being read.
  mutating func beginReading() { operation = .reading }

  mutating func changed(_ value: Value) -> Action {
    if isUnchanged(value, from: present) { return next() }
    take(value)
    unsaved = .change
    return next()
  }

  /// Notes that the storage may have changed.
  mutating func noticed() -> Action {
    mustRead = true
    return next()
  }

  /// Requests that everything is saved now.
  mutating func flush() -> Action {
    if obstacle != nil { mustRead = true }
    if unsaved == .failed { unsaved = .change }
    if operation == .waiting { return due() }
    return next(isDue: true)
  }

  /// Notes that the delay is over.
  mutating func due() -> Action {
    if operation != .waiting { return .none }
    operation = nil
    return next(isDue: true)
  }

  /// Notes that the value which was to be written is in the storage.
  mutating func wrote() -> Action {
    guard case .writing = operation else { return .none }
    operation = nil
    failure = nil
    isDamaged = false
    return next()
  }

  /// Notes that the value could not be written.
  mutating func failed(_ error: KeepError) -> Action {
    guard case .writing = operation else { return .none }
    operation = nil
    failure = error
    // What has changed meanwhile is the next change, which tries again.
    if unsaved == .none { unsaved = .failed }
    return next()
  }

  /// Notes that an operation was cancelled before it began.
  mutating func abandoned() -> Action {
    if operation == .reading { mustRead = true }
    endUnwritten()
    return next()
  }

  /// Takes what was read, or what was there in place of the known value when it was to be written.
  ///
  /// - Parameters:
  ///   - look: The number of the look.
  ///   - merge: A function that joins the present value, which has changed, with one of another process.
  mutating func found(
    _ found: Found, look: UInt64 = 0, merge: (_ mine: Value, _ theirs: Value) -> Value?
  ) -> Action {
    endUnwritten()
    stamp.joined = max(stamp.joined, look)
    switch found {
    case .same: break
    case .missing:
      obstacle = nil
      isDamaged = false
    case .unusable(let error):
      obstacle = error.isObstacle ? error : nil
      isDamaged = !error.isObstacle
    case .value(let theirs):
      obstacle = nil
      isDamaged = false
      let value = unsaved == .none ? theirs : merge(present, theirs)
      if unsaved != .none { unsaved = isUnchanged(value ?? present, from: theirs) ? .none : .change }
      if unsaved == .none { failure = nil }
      if let value, !isUnchanged(value, from: present) {
        take(value)
        return .put(value)
      }
    }
    return next()
  }

  private mutating func take(_ value: Value) {
    present = value
    stamp.number += 1
  }

  /// Ends the operation; a value that was to be written is unsaved again.
  private mutating func endUnwritten() {
    if case .writing = operation { unsaved = .change }
    operation = nil
  }

  /// Returns the next operation, if none runs.
  mutating func next(isDue: Bool = false) -> Action {
    if operation != nil { return .none }
    if mustRead {
      mustRead = false
      operation = .reading
      return .read
    }
    if unsaved != .change || obstacle != nil { return .none }
    if delays && !isDue {
      operation = .waiting
      return .wait
    }
    operation = .writing(present)
    unsaved = .none
    return .write(present, stamp, settingAside: isDamaged)
  }
}

extension KeptMachine: Sendable where Value: Sendable {}
extension KeptMachine.Action: Sendable where Value: Sendable {}
extension KeptMachine.Operation: Sendable where Value: Sendable {}
extension KeptMachine.Found: Sendable where Value: Sendable {}
