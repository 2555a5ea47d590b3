import MillraceCore

/// Carries out the decisions of the subscription diff for one store.
@usableFromInline
final class SubscriptionRunner<Message: Sendable> {
  private struct Running {
    let label: EffectLabel?
    let id: EffectID
    var stop: (@Sendable () -> Void)?
  }

  private var running: [UInt64: Running] = [:]
  private(set) var lastSerial: UInt64 = 0
  private let mailbox: Mailbox<Message>
  private let storeName: String
  private let inheritance: () -> Inheritance
  private let isInTurn: () -> Bool
  private let outbox: (Message, MessageSource) -> Void
  private let report: (FlowError) -> Void

  @usableFromInline
  init(
    mailbox: Mailbox<Message>, storeName: String, inheritance: @escaping () -> Inheritance,
    isInTurn: @escaping () -> Bool, outbox: @escaping (Message, MessageSource) -> Void,
    report: @escaping (FlowError) -> Void
  ) {
    self.mailbox = mailbox
    self.storeName = storeName
    self.inheritance = inheritance
    self.isInTurn = isInTurn
    self.outbox = outbox
    self.report = report
  }

  var isListening: Bool { !running.isEmpty }

  /// Returns true if messages of this subscription are accepted.
  func isLive(_ serial: UInt64) -> Bool { running[serial] != nil }

  /// The subscriptions that have not been stopped, in the order of their numbers; O(n log n).
  var liveOnes: [(serial: UInt64, id: EffectID)] {
    running.map { (serial: $0.key, id: $0.value.id) }.sorted { $0.serial < $1.serial }
  }

  /// Manages one list of wanted subscriptions beside others: returns a function that receives the new list,
  /// and stops and starts what has changed.
  ///
  /// - Parameters:
  ///   - key: A function that returns the key by which two wanted values are compared.
  ///   - isSame: A function that returns true if a key is that of a wanted value.
  ///   - make: A function that creates the subscription for a new value.
  @inlinable
  func follower<Wanted, Key: Hashable>(
    key: @escaping (Wanted) -> Key, isSame: @escaping (Key, Wanted) -> Bool,
    make: @escaping (Wanted) -> StoreSubscription<Message>
  ) -> ([Wanted]) -> Void {
    var diff = SubscriptionDiff<Key>()
    var actions: [SubscriptionDiff<Key>.Action] = []
    // The number of the subscription in each slot.
    var serials: [UInt64] = []
    return { [self] wanted in
      diff.update(
        count: wanted.count, key: { key(wanted[$0]) }, isSame: { isSame($0, wanted[$1]) }, into: &actions)
      if actions.isEmpty { return }
      var taken: [SubscriptionDiff<Key>.Action] = []
      swap(&taken, &actions)
      for action in taken {
        switch action {
        case .stop(_, let slot): stop(serials[slot])
        case .start(_, let slot, let index):
          while serials.count <= slot { serials.append(0) }
          serials[slot] = start(make(wanted[index]))
        }
      }
    }
  }

  /// Stops everything; called when the store ends, on any thread.
  func stopAll() {
    for (serial, _) in liveOnes { stop(serial) }
  }

  /// Records that a body has returned or thrown.
  func ended(_ serial: UInt64, error: (any Error)?) {
    guard let error, let entry = running[serial] else { return }
    report(.subscriptionFailed(store: storeName, label: entry.label ?? EffectLabel(entry.id), error: error))
  }

  @usableFromInline
  func stop(_ serial: UInt64) {
    running.removeValue(forKey: serial)?.stop?()
  }

  @usableFromInline
  func start(_ subscription: StoreSubscription<Message>) -> UInt64 {
    lastSerial += 1
    let serial = lastSerial
    // Registered before it begins, because it may send a message while it begins.
    running[serial] = Running(label: subscription.label, id: subscription.id)
    let stop = begin(subscription, serial: serial)
    running[serial]?.stop = stop
    return serial
  }

  /// Enqueues a message that a subscription sent while it began.
  ///
  /// In a turn it is enqueued without a hop, like the messages of an effect that begins. At the creation of a
  /// store there is no turn, and the store's observers do not exist yet, so the message is posted.
  private func lineUp(_ message: Message, _ source: MessageSource) {
    if isInTurn() {
      outbox(message, source)
    } else {
      mailbox.postLater(message, from: source)
    }
  }

  private func begin(_ subscription: StoreSubscription<Message>, serial: UInt64) -> @Sendable () -> Void {
    let source = MessageSource.subscription(serial)
    let inheritance = subscription.inherits ? inheritance() : .none
    let job = DriverJob(
      .subscription, owner: storeName, storeNumber: mailbox.storeNumber, serial: serial,
      label: subscription.label, id: subscription.id, inherits: inheritance.isCaller)
    switch subscription.body {
    case .callback(let start):
      var failure: (any Error)?
      // The messages that come before `start` has returned; nil afterwards.
      let beginning = Locked<[Message]?>([])
      let handle = mailbox.gateway.driver.begin(job) {
        do {
          let stop = try start(
            Sender { [mailbox] message in
              let isKept = beginning.withLock { messages in
                messages?.append(message)
                return messages != nil
              }
              return isKept || mailbox.postLater(message, from: source)
            })
          return DriverHandle(cancel: stop)
        } catch {
          failure = error
          return DriverHandle {}
        }
      }
      for message in beginning.withLock({ $0.take() ?? [] }) { lineUp(message, source) }
      if let failure {
        let label = subscription.label ?? EffectLabel(subscription.id)
        report(.subscriptionFailed(store: storeName, label: label, error: failure))
      }
      return { handle.cancel() }
    case .task(let body):
      let handle = mailbox.gateway.start(job, inheritance) { [mailbox] in
        if Task.isCancelled { return }
        do {
          try await body(Send(mailbox, source))
        } catch {
          if !Task.isCancelled { await mailbox.finish(JobEnd(source: source, error: error)) }
        }
      }
      return { handle.cancel() }
    }
  }
}
