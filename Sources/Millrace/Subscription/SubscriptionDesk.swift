/// Carries out what the subscription diff decides, for one store.
@usableFromInline
final class SubscriptionDesk<Message: Sendable> {
  private struct Running {
    let serial: UInt64
    let label: EffectLabel?
    let id: EffectID
    let stop: @Sendable () -> Void
  }

  private var running: [Running?] = []
  private var live: Set<UInt64> = []
  private(set) var lastSerial: UInt64 = 0
  private let inlet: Inlet<Message>
  private let storeName: String
  private let report: (FlowError) -> Void

  @usableFromInline
  init(
    inlet: Inlet<Message>, storeName: String,
    report: @escaping (FlowError) -> Void
  ) {
    self.inlet = inlet
    self.storeName = storeName
    self.report = report
  }

  /// Whether something is listened to.
  var isListening: Bool { !live.isEmpty }

  /// Whether messages of this subscription are welcome.
  func isLive(_ serial: UInt64) -> Bool { live.contains(serial) }

  /// Those that have not been stopped, in the order of their numbers; O(n log n).
  var liveOnes: [(serial: UInt64, id: EffectID)] {
    running.compactMap { $0.map { (serial: $0.serial, id: $0.id) } }.sorted { $0.serial < $1.serial }
  }

  /// Looks after the set of what is wanted: gives a function that takes in what is wanted from now on, and stops
  /// and starts what has changed.
  ///
  /// - Parameters:
  ///   - key: What two wanted values are compared by.
  ///   - make: Makes a subscription of one that is new.
  @inlinable
  func follower<Wanted, Key: Hashable>(
    key: @escaping (Wanted) -> Key, make: @escaping (Wanted) -> Subscription<Message>
  ) -> ([Wanted]) -> Void {
    var diff = SubscriptionDiff<Key>()
    var actions: [SubscriptionDiff<Key>.Action] = []
    return { [self] wanted in
      diff.update(count: wanted.count, key: { key(wanted[$0]) }, into: &actions)
      if actions.isEmpty { return }
      var taken: [SubscriptionDiff<Key>.Action] = []
      swap(&taken, &actions)
      for action in taken {
        switch action {
        case .stop(_, let slot): stop(slot)
        case .start(_, let slot, let index): start(make(wanted[index]), slot: slot)
        }
      }
    }
  }

  /// Stops everything; from the store's end, on any thread.
  func stopAll() {
    for slot in running.indices { stop(slot) }
  }

  /// A body has returned or thrown.
  func ended(_ serial: UInt64, error: (any Error)?) {
    guard let error, live.contains(serial),
      let entry = running.lazy.compactMap({ $0 }).first(where: { $0.serial == serial })
    else { return }
    report(.effectFailed(store: storeName, label: entry.label ?? EffectLabel(entry.id), error: error))
  }

  @usableFromInline
  func stop(_ slot: Int) {
    guard let entry = running[slot] else { return }
    running[slot] = nil
    live.remove(entry.serial)
    entry.stop()
  }

  @usableFromInline
  func start(_ subscription: Subscription<Message>, slot: Int) {
    lastSerial += 1
    let serial = lastSerial
    live.insert(serial)
    while running.count <= slot { running.append(nil) }
    running[slot] = Running(
      serial: serial, label: subscription.label, id: subscription.id,
      stop: begin(subscription, serial: serial))
  }

  private func begin(_ subscription: Subscription<Message>, serial: UInt64) -> @Sendable () -> Void {
    let origin = Origin.subscription(serial)
    let job = DriverJob(
      .subscription, owner: storeName, serial: serial, label: subscription.label, id: subscription.id)
    switch subscription.body {
    case .callback(let start):
      var failure: (any Error)?
      let handle = inlet.gateway.driver.begin(job) {
        do {
          let stop = try start(Sender { [inlet] message in inlet.postLater(message, from: origin) })
          return DriverHandle(cancel: stop)
        } catch {
          failure = error
          return DriverHandle {}
        }
      }
      if let failure {
        let label = subscription.label ?? EffectLabel(subscription.id)
        report(.effectFailed(store: storeName, label: label, error: failure))
      }
      return { handle.cancel() }
    case .task(let body):
      let handle = inlet.gateway.driver.start(job) { [inlet] in
        if Task.isCancelled { return }
        do {
          try await body(Send(inlet, origin))
        } catch {
          if !Task.isCancelled { await inlet.finish(JobEnd(origin: origin, error: error)) }
        }
      }
      return { handle.cancel() }
    }
  }
}
