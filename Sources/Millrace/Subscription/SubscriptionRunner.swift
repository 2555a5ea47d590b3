import MillraceCore

/// Carries out the decisions of the subscription diff for one store.
@usableFromInline
final class SubscriptionRunner<Message: Sendable> {
  private struct Running {
    let label: EffectLabel?
    let id: EffectID
    /// True if its body has begun with the live environment, and may have used what it finds there.
    var isLive = false
    var stop: (@Sendable () -> Void)?

    var name: EffectLabel { label ?? EffectLabel(id) }
  }

  /// A subscription of the first state of a live store, until it begins.
  private struct Waiting {
    let serial: UInt64
    let subscription: StoreSubscription<Message>
    let inheritance: Inheritance
  }

  private var running: [UInt64: Running] = [:]
  private var waiting: [Waiting] = []
  private(set) var lastSerial: UInt64 = 0
  private let mailbox: Mailbox<Message>
  private let storeName: String
  private let inheritance: () -> Inheritance
  /// The same for a subscription that begins later.
  private let lastingInheritance: () -> Inheritance?
  private let isInTurn: () -> Bool
  private let outbox: (Message, MessageSource) -> Void
  private let report: (FlowError) -> Void

  @usableFromInline
  init(
    mailbox: Mailbox<Message>, storeName: String, inheritance: @escaping () -> Inheritance,
    lastingInheritance: @escaping () -> Inheritance?, isInTurn: @escaping () -> Bool,
    outbox: @escaping (Message, MessageSource) -> Void,
    report: @escaping (FlowError) -> Void
  ) {
    self.mailbox = mailbox
    self.storeName = storeName
    self.inheritance = inheritance
    self.lastingInheritance = lastingInheritance
    self.isInTurn = isInTurn
    self.outbox = outbox
    self.report = report
  }

  var isListening: Bool { !running.isEmpty }

  /// The names of the subscriptions that have begun with the live environment.
  var liveNames: [EffectLabel] {
    running.sorted { $0.key < $1.key }.filter(\.value.isLive).map(\.value.name)
  }

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
    report(.subscriptionFailed(store: storeName, label: entry.name, error: error))
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
    if mustWait(subscription) {
      let inheritance = subscription.inherits ? lastingInheritance() ?? inheritance() : .none
      waiting.append(Waiting(serial: serial, subscription: subscription, inheritance: inheritance))
      if waiting.count == 1 { mailbox.postBeginning() }
      return serial
    }
    let stop = begin(subscription, serial: serial, subscription.inherits ? inheritance() : .none)
    running[serial]?.stop = stop
    return serial
  }

  /// Returns true for a body that begins with a live store.
  ///
  /// A test store that is made in the same breath gives it the environment of the test. Nothing is lost: a
  /// body runs in a task of its own, whose beginning is not fixed anyway.
  private func mustWait(_ subscription: StoreSubscription<Message>) -> Bool {
    guard case .task = subscription.body, !isInTurn(), mailbox.gateway.isLive else { return false }
    return mailbox.environment.isLive
  }

  /// Begins the subscriptions that wait, unless they were stopped.
  func beginWaiting() {
    let beginning = waiting
    waiting = []
    for waiting in beginning where running[waiting.serial] != nil {
      let stop = begin(waiting.subscription, serial: waiting.serial, waiting.inheritance)
      running[waiting.serial]?.stop = stop
    }
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

  private func begin(
    _ subscription: StoreSubscription<Message>, serial: UInt64, _ inheritance: Inheritance
  ) -> @Sendable () -> Void {
    let source = MessageSource.subscription(serial)
    let environment = mailbox.environment
    let reader = SubscriptionReader(
      environment, subscription.label ?? EffectLabel(subscription.id), storeName)
    let job = DriverJob(
      .subscription, owner: storeName, storeNumber: mailbox.storeNumber, serial: serial,
      label: subscription.label, id: subscription.id, inherits: inheritance.isCaller)
    running[serial]?.isLive = subscription.usesEnvironment && environment.isLive
    switch subscription.body {
    case .callback(let start):
      var failure: (any Error)?
      // The messages that come before `start` has returned; nil afterwards.
      let beginning = Locked<[Message]?>([])
      let handle = mailbox.gateway.driver.begin(job) {
        do {
          let sender = Sender<Message> { [mailbox] message in
            let isKept = beginning.withLock { messages in
              messages?.append(message)
              return messages != nil
            }
            return isKept || mailbox.postLater(message, from: source)
          }
          guard let reader else { return DriverHandle(cancel: try start(sender)) }
          let stop = try reader.reporting { try start(sender) }
          return DriverHandle { reader.reporting { stop() } }
        } catch {
          failure = error
          return DriverHandle {}
        }
      }
      for message in beginning.withLock({ $0.take() ?? [] }) { lineUp(message, source) }
      if let failure, let recover = subscription.recover {
        if let message = recover(failure) { lineUp(message, source) }
      } else if let failure {
        let name = subscription.label ?? EffectLabel(subscription.id)
        report(.subscriptionFailed(store: storeName, label: name, error: failure))
      }
      return { handle.cancel() }
    case .task(let task):
      let body = reader?.reporting(task) ?? task
      let handle = mailbox.gateway.start(job, inheritance) { [mailbox, recover = subscription.recover] in
        if Task.isCancelled { return }
        let send = Send(mailbox, source)
        do {
          try await body(send)
        } catch {
          if Task.isCancelled { return }
          if let recover {
            if let message = recover(error) { await send(message) }
          } else {
            await mailbox.finish(JobEnd(source: source, error: error))
          }
        }
      }
      return { handle.cancel() }
    }
  }
}
