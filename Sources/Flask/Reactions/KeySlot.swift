/// One observed key of a substance.
///
/// It is compared when it is used, and at most once a turn.
@usableFromInline
final class KeySlot {
  @usableFromInline let key: String
  @usableFromInline let path: AnyKeyPath?
  /// The offset of the part in the state; nil if it is not stored at one, or was not requested by a path.
  @usableFromInline let offset: Int?
  /// The comparison and the reading of the key, or nil if it does not exist.
  @usableFromInline let probe: KeyProbe?
  private let isSame: Comparison
  /// The reason why the key does not exist.
  let problem: KeyError?
  private var isReported = false
  @exclusivity(unchecked) private var listeners: ContiguousArray<KeyListener> = []
  @exclusivity(unchecked) private var transaction: UInt64 = 0
  @exclusivity(unchecked) private var verdict = false

  init(key: String, _ found: Result<KeyProbe, KeyError>) {
    self.key = key
    path = nil
    offset = nil
    (probe, problem) = found.parts
    isSame = probe?.isSame ?? { _, _ in true }
  }

  @usableFromInline
  init(path: AnyKeyPath, offset: Int?, _ found: Result<KeyProbe, KeyError>) {
    self.path = path
    self.offset = offset
    (probe, problem) = found.parts
    isSame = probe?.isSame ?? { _, _ in true }
    key = probe?.name ?? "\(path)"
  }

  /// Returns true if there is a listener, and the transaction of this number has changed the part.
  @inline(__always)
  func hasChange(in transaction: UInt64, from old: UnsafeRawPointer, to new: UnsafeRawPointer) -> Bool {
    !listeners.isEmpty && isChanged(in: transaction, from: old, to: new)
  }

  /// Returns true if the transaction of this number has changed the part.
  func isChanged(in transaction: UInt64, from old: UnsafeRawPointer, to new: UnsafeRawPointer) -> Bool {
    if self.transaction != transaction {
      self.transaction = transaction
      verdict = !isSame(old, new)
    }
    return verdict
  }

  func add(_ listener: KeyListener) {
    listeners.append(listener)
  }

  func notify(in turn: UInt64) {
    // A copy, because a handler may remove listeners.
    let listeners = listeners
    for index in listeners.indices { listeners[index].notify(in: turn) }
  }

  func removeListeners(of core: ReactorCore) -> Int {
    // Removed listeners are released last, because that may remove others.
    let before = listeners
    let rest = ContiguousArray(before.filter { $0.core !== core })
    listeners = rest
    return withExtendedLifetime(before) { before.count - rest.count }
  }

  /// Returns the error to report, the first time only.
  func takeProblem() -> KeyError? {
    if isReported { return nil }
    isReported = true
    return problem
  }
}

/// A reactor's handler for changes of one key.
final class KeyListener {
  let core: ReactorCore
  /// The transaction whose reactions were running when it was added; it is not notified of that one.
  private let beganIn: UInt64
  private let body: (AnyObject) -> Void

  /// - Parameter body: The handler, which receives the reactor's owner.
  init(_ core: ReactorCore, _ body: @escaping (AnyObject) -> Void) {
    self.core = core
    self.body = body
    beganIn = core.flux.notifiedTurn
  }

  func notify(in turn: UInt64) {
    guard beganIn != turn, core.isNotified(in: turn) else { return }
    if let owner = core.owner { body(owner) } else { core.flux.needsSweep = true }
  }
}

extension Result {
  fileprivate var parts: (Success?, Failure?) {
    switch self {
    case .success(let value): (value, nil)
    case .failure(let error): (nil, error)
    }
  }
}
