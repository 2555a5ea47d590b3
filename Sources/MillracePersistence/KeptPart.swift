import Millrace
import MillraceCore
import MillraceSupport

/// One kept part: the shell around its decisions.
final class KeptPart<Value: Equatable & Sendable>: KeptHandle, @unchecked Sendable {
  // Sound: `machine`, `watch`, `reported` and the closures of `store` are used at the home of the store only,
  // where `atHome` runs its work; everything else is Sendable.

  /// The access to the store, which the closures do not retain.
  struct StoreAccess {
    /// Replaces the part, and returns the part that there is then; nil if the store has ended.
    let put: (Value) -> Value?
    /// Begins an effect with a body that sends nothing.
    let begin: (_ body: @escaping @Sendable (StoreEnvironment) async -> Void) -> Void
    let report: (KeepError) -> Void
    /// Joins the part with the value of another process; nil if the last writer wins.
    let merge: KeptMerge<Value>?
    /// Returns true during a turn, and while the state is lent.
    let isBusy: () -> Bool
    let atHome: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// The flow, if it has no home, so that a caller takes its turns.
    let homelessFlow: () -> Flow?
  }

  private let writer: KeptWriter<Value>
  private let unsaved: UnsavedPart<Value>
  private let delay: Duration
  private let store: StoreAccess
  private let atHome: @Sendable (@escaping @Sendable () -> Void) -> Void
  private var machine: KeptMachine<Value>
  private let waiters = Locked<[@Sendable (KeepError?) -> Void]>([])
  private var watch: AnyObject?
  /// The last error, which is reported once.
  private var reported: KeepError?

  init(_ present: Value, _ writer: KeptWriter<Value>, delay: Duration, _ store: StoreAccess) {
    self.writer = writer
    self.delay = delay
    self.store = store
    atHome = store.atHome
    unsaved = UnsavedPart(writer, merge: store.merge)
    machine = KeptMachine(present, delays: delay > .zero)
  }

  // MARK: Events at home

  /// Restores what is kept, and begins to watch it.
  func begin() {
    beginWatching()
    let look = writer.read()
    report(look.found)
    machine.beginReading()
    // A change before the state has what was found is joined with it; without a merge, what was kept is
    // restored.
    let take = { @Sendable (part: KeptPart) in
      part.machine.found(look.found, look: look.number) { part.merged($0, $1) ?? $1 }
    }
    if store.isBusy() { home(take) } else { carryOut(take(self)) }
  }

  /// Notes a value of the part, inside a turn.
  func changed(_ value: Value) {
    if unsaved.hasEnded { return }
    later(change(to: value))
    secure()
  }

  func flush(isolation: isolated (any Actor)?) async -> KeepError? {
    if machine.isSaved || unsaved.hasEnded { return nil }
    if let flow = store.homelessFlow() {
      let answer = Locked<KeepError??>(nil)
      flush { error in answer.withLock { $0 = error } }
      await flow.run(isolation: isolation) { answer.withLock { $0 != nil } }
      return answer.withLock(\.self)
        ?? .cannotWrite(
          location: writer.form.location,
          reason: "the store has no home, and the task that takes its turns meanwhile was cancelled")
    }
    return await withCheckedContinuation { continuation in flush { continuation.resume(returning: $0) } }
  }

  private func flush(_ answer: @escaping @Sendable (KeepError?) -> Void) {
    waiters.withLock { $0.append(answer) }
    later(machine.flush())
    settle()
  }

  var error: KeepError? { machine.obstacle ?? machine.failure }
  var isSaved: Bool { machine.isSaved }

  /// Saves what is unsaved, and ends; may be called on any thread when the store has ended.
  func end() { answer(unsaved.end()) }

  /// Ends the watch.
  func stopWatching() { watch = nil }

  /// Notes a value of the part; one that is not equal to itself has changed if its encoding has.
  private func change(to value: Value) -> KeptMachine<Value>.Action {
    let isSame =
      value != value && !isUnchanged(value, from: machine.present)
      && (try? writer.form.encode(value)).map { $0 == (try? writer.form.encode(machine.present)) } ?? false
    return isSame ? machine.next() : machine.changed(value)
  }

  // MARK: Operations

  /// Carries out an action after the turn.
  private func later(_ action: KeptMachine<Value>.Action) {
    if action == .none { return }
    home { _ in action }
  }

  private func carryOut(_ action: KeptMachine<Value>.Action) {
    var action = action
    while case .put(let value) = action {
      guard let present = store.put(value) else { return }
      action = change(to: present)
    }
    switch action {
    case .none, .put: break
    case .wait:
      operate { [delay] part, environment in
        try? await environment.clock.sleep(for: delay.bounded)
        part.home { $0.machine.due() }
      }
    case .read:
      operate { part, _ in
        let look = await part.perform { $0.read() }
        part.home { $0.take(look) }
      }
    case .write(let value, let stamp, let isDamaged):
      operate { part, _ in
        let written = await part.perform { $0.write(value, stamp, settingAside: isDamaged) }
        part.home { $0.wrote(written) }
      }
    }
    secure()
  }

  private func merged(_ mine: Value, _ theirs: Value) -> Value? { store.merge?(mine, theirs) }

  private func take(_ look: KeptWriter<Value>.Look) -> KeptMachine<Value>.Action {
    report(look.found)
    return machine.found(look.found, look: look.number, merge: merged)
  }

  private func wrote(_ written: KeptWriter<Value>.Written) -> KeptMachine<Value>.Action {
    switch written {
    case .done(let aside):
      reported = nil
      if let aside { store.report(.setAside(location: writer.form.location, to: aside)) }
      if watch == nil { beginWatching() }
      return machine.wrote()
    case .overtaken(let look): return take(look)
    case .failed(let error):
      report(error)
      return machine.failed(error)
    }
  }

  private func perform<Result: Sendable>(
    _ work: @escaping @Sendable (KeptWriter<Value>) -> Result
  ) async -> Result {
    let writer = writer
    return await writer.storage.perform { work(writer) }
  }

  /// Begins an operation as an effect; one that is cancelled before it begins is abandoned.
  private func operate(_ body: @escaping @Sendable (KeptPart, StoreEnvironment) async -> Void) {
    let operation = KeptOperation(self)
    store.begin { environment in
      operation.begin()
      await body(operation.part, environment)
    }
  }

  /// Takes an event at home, and carries out what follows.
  fileprivate func home(_ event: @escaping @Sendable (KeptPart) -> KeptMachine<Value>.Action) {
    atHome { [self] in
      if unsaved.hasEnded { return answer(nil) }
      if store.isBusy() { return home(event) }
      carryOut(event(self))
      settle()
    }
  }

  fileprivate func abandon() { home { $0.machine.abandoned() } }

  // MARK: Watching and telling

  private func beginWatching() {
    do {
      watch = try writer.storage.watch { [weak self] in self?.home { $0.machine.noticed() } }
    } catch {
      report(.cannotWatch(location: writer.form.location, reason: CodingReason.text(error)))
    }
  }

  private func report(_ found: KeptMachine<Value>.Found) {
    switch found {
    case .unusable(let error): report(error)
    case .value, .missing: reported = nil
    case .same: break
    }
  }

  /// Reports an error, unless it was the last one, too.
  private func report(_ error: KeepError) {
    if error == reported { return }
    reported = error
    store.report(error)
  }

  /// Answers those that wait for a flush, once nothing more can be done.
  private func settle() {
    if machine.operation == nil { answer(machine.isSaved ? nil : error) }
  }

  private func answer(_ error: KeepError?) {
    let waiting = waiters.withLock { waiters in
      defer { waiters = [] }
      return waiters
    }
    for waiter in waiting { waiter(error) }
  }

  /// Keeps the unsaved value ready for the end of the store or the process.
  private func secure() {
    if machine.hasUnsaved {
      unsaved.keep(machine.present, machine.stamp, isDamaged: machine.isDamaged)
    } else {
      unsaved.clear()
    }
  }
}

/// One operation of a part, which reports when its effect was cancelled before it began.
private final class KeptOperation<Value: Equatable & Sendable>: Sendable {
  let part: KeptPart<Value>
  private let hasBegun = Locked(false)

  init(_ part: KeptPart<Value>) {
    self.part = part
  }

  deinit {
    if !hasBegun.withLock({ $0 }) { part.abandon() }
  }

  func begin() { hasBegun.withLock { $0 = true } }
}
