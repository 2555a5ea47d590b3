/// The decisions about one kept part, without its storage.
///
/// One operation on the storage runs at a time. While it runs, further changes wait, so a part that changes all
/// the time is written as often as the storage can, with its latest value.
struct KeptMachine<Value: Equatable> {
  enum Action: Equatable {
    case none
    /// Wait for the delay, and then call `due()`.
    case wait
    /// Write the value, after setting aside what is there if it cannot be used; then call `wrote(_:)`.
    case write(Value, settingAside: Bool)
    /// Read the storage, and then call `found(_:merge:)`.
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

  private let delays: Bool
  /// The value in the state.
  private(set) var present: Value
  /// The value in the storage, as far as it is known; nil for none.
  private(set) var stored: Value?
  private(set) var operation: Operation?
  /// The error for which nothing is written until the storage can be read.
  private(set) var obstacle: KeepError?
  /// The last error of writing.
  private(set) var failure: KeepError?
  /// True if the storage has contents that cannot be used.
  private(set) var isDamaged = false
  /// True if the storage may have other contents than `stored`.
  private var mustRead = false
  /// True until the next change or flush, after which `present` is written.
  private var rests = true

  init(_ present: Value, delays: Bool) {
    self.present = present
    self.delays = delays
  }

  /// True if the storage has the present value, or need not have it.
  var isSaved: Bool { operation == nil && obstacle == nil && (present == stored || rests && failure == nil) }

  /// True if the end of the process would lose a change.
  var hasUnsaved: Bool { present != stored && obstacle == nil && (!rests || failure != nil) }

  // MARK: Events

  /// Takes what was found at the beginning; returns a value for the state.
  mutating func begin(_ found: Found) -> Action {
    operation = .reading
    return self.found(found) { $1 }
  }

  mutating func changed(_ value: Value) -> Action {
    if value == present { return next() }
    present = value
    rests = false
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
    if failure != nil { rests = false }
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
    guard case .writing(let value) = operation else { return .none }
    operation = nil
    stored = value
    failure = nil
    isDamaged = false
    return next()
  }

  /// Notes that the value could not be written.
  mutating func failed(_ error: KeepError) -> Action {
    guard case .writing(let value) = operation else { return .none }
    operation = nil
    failure = error
    // What has changed meanwhile is the next change, which tries again.
    rests = present == value
    return next()
  }

  /// Notes that an operation was cancelled before it began.
  mutating func abandoned() -> Action {
    if operation == .reading { mustRead = true }
    operation = nil
    return next()
  }

  /// Takes what was read, or what was there in place of the known value when it was to be written.
  ///
  /// - Parameter merge: A function that joins the present value, which has changed, with one of another process.
  mutating func found(_ found: Found, merge: (_ mine: Value, _ theirs: Value) -> Value?) -> Action {
    operation = nil
    let isChanged = !rests && present != stored
    // A value without a change is written with the next one.
    if !isChanged { rests = true }
    switch found {
    case .same: break
    case .missing:
      obstacle = nil
      isDamaged = false
      stored = nil
    case .unusable(let error):
      obstacle = error.isObstacle ? error : nil
      isDamaged = !error.isObstacle
      stored = nil
    case .value(let theirs):
      obstacle = nil
      isDamaged = false
      stored = theirs
      if isChanged, let merged = merge(present, theirs) {
        if merged != present {
          present = merged
          return .put(merged)
        }
      } else if !isChanged, present != theirs {
        present = theirs
        return .put(theirs)
      }
    }
    return next()
  }

  /// Returns the next operation, if none runs.
  mutating func next(isDue: Bool = false) -> Action {
    if operation != nil { return .none }
    if mustRead {
      mustRead = false
      operation = .reading
      return .read
    }
    if present == stored || rests || obstacle != nil { return .none }
    if delays && !isDue {
      operation = .waiting
      return .wait
    }
    operation = .writing(present)
    return .write(present, settingAside: isDamaged)
  }
}

extension KeptMachine: Sendable where Value: Sendable {}
extension KeptMachine.Action: Sendable where Value: Sendable {}
extension KeptMachine.Operation: Sendable where Value: Sendable {}
extension KeptMachine.Found: Sendable where Value: Sendable {}
