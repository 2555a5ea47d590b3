/// One key of a substance that somebody has asked for.
///
/// It is compared when it is asked for, and once a turn.
@usableFromInline
final class KeySlot {
  @usableFromInline let key: String
  @usableFromInline let path: AnyKeyPath?
  /// Where the part lies in the state; nil if it is not simply stored there, or was not asked for by a path.
  @usableFromInline let offset: Int?
  /// How the key is read; nil when it does not exist.
  @usableFromInline let probe: KeyProbe?
  private let isSame: Comparison
  /// Why it does not exist.
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

  /// Whether somebody listens, and the transaction of this number has changed the part.
  @inline(__always)
  func hasChange(in transaction: UInt64, from old: UnsafeRawPointer, to new: UnsafeRawPointer) -> Bool {
    !listeners.isEmpty && isChanged(in: transaction, from: old, to: new)
  }

  /// Whether the transaction of this number has changed the part.
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

  func tell(in turn: UInt64) {
    // A copy, as whoever is told may take listeners off.
    let listeners = listeners
    for index in listeners.indices { listeners[index].tell(in: turn) }
  }

  /// Takes off a reactor's listeners; returns how many there were.
  func removeListeners(of core: ReactorCore) -> Int {
    // What is taken off is released last: its end may take off others.
    let before = listeners
    let rest = ContiguousArray(before.filter { $0.core !== core })
    listeners = rest
    return withExtendedLifetime(before) { before.count - rest.count }
  }

  /// The error to report, the first time it is asked for.
  func takeProblem() -> KeyError? {
    if isReported { return nil }
    isReported = true
    return problem
  }
}

/// What is told of one key, for one reactor.
final class KeyListener {
  let core: ReactorCore
  /// The transaction during whose reactions it began to listen: it is not told of that one.
  private let beganIn: UInt64
  private let body: (AnyObject) -> Void

  /// - Parameter body: Is given the reactor's owner.
  init(_ core: ReactorCore, _ body: @escaping (AnyObject) -> Void) {
    self.core = core
    self.body = body
    beganIn = core.flux.tellingTurn
  }

  func tell(in turn: UInt64) {
    guard beganIn != turn, core.isTold(in: turn) else { return }
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
