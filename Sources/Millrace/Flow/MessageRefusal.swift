import Synchronization

/// The refusal of new messages by some stores of a flow, as while their journal closes.
///
/// A store refuses what `send` and senders bring from outside of turns, and what subscriptions bring.
/// Messages of effects and of observers are taken, and so are those that were accepted before. The caller
/// learns of a refusal by the result of its call, the flow's error handler by an error for each message.
///
/// It lasts as long as this object.
package final class MessageRefusal: @unchecked Sendable {
  // Sound: `refusesSubscriptions`, `refusesAll` and `token` are touched at the flow's home only; `mailboxes`
  // is set there before other threads see the refusal; the rest never changes or is atomic.

  private let error: @Sendable (_ store: String) -> any Error
  private let refused = Atomic(0)
  private var mailboxes: [WeakMailbox] = []
  private var token: ObservationToken?

  /// True to refuse messages of subscriptions, too.
  package var refusesSubscriptions = false
  /// True to refuse also the messages that were accepted before and still wait.
  package var refusesAll = false

  /// The number of refused messages.
  package var count: Int { refused.load(ordering: .relaxed) }

  fileprivate init(_ error: @escaping @Sendable (_ store: String) -> any Error) {
    self.error = error
  }

  deinit {
    for mailbox in mailboxes { mailbox.mailbox?.endRefusal(ObjectIdentifier(self)) }
  }

  /// Counts a refused message; returns the error for the flow's error handler.
  func note(_ store: String) -> FlowError {
    refused.add(1, ordering: .relaxed)
    return .reported(store: store, error: reason(store))
  }

  /// The error for a caller that waits.
  func reason(_ store: String) -> any Error { error(store) }

  fileprivate func begin(_ stores: [(mailbox: any LaneMailbox, name: String)], on flow: Flow) {
    mailboxes = stores.map { WeakMailbox(mailbox: $0.mailbox) }
    let names = Set(stores.map { ExactText($0.name) })
    token = flow.gate("refusal of new messages") { [weak self, unowned flow] passage in
      guard let self, names.contains(ExactText(passage.store)), refuses(passage, on: flow) else {
        return .pass
      }
      flow.gateHasRefused = true
      flow.report(note(passage.store))
      return .drop
    }
  }

  private func refuses(_ passage: Passage, on flow: Flow) -> Bool {
    switch passage.cause {
    case .turn, .effect: false
    case .subscription: refusesSubscriptions
    case .sent, .posted: refusesAll && flow.isNew(passage.message, to: passage.store)
    }
  }
}

/// A weak reference to a mailbox whose messages are refused.
private struct WeakMailbox {
  weak var mailbox: (any LaneMailbox)?
}

/// The refusal of new messages in one mailbox.
final class MailboxRefusal<Message: Sendable>: Sendable {
  /// The refusal of all its stores, which this does not retain.
  let id: ObjectIdentifier
  private let whole: WeakRefusal
  private let store: String
  private let isNew: (@Sendable (Message) -> Bool)?

  init(_ whole: MessageRefusal, _ store: String, _ isNew: (@Sendable (Message) -> Bool)?) {
    id = ObjectIdentifier(whole)
    self.whole = WeakRefusal(whole)
    self.store = store
    self.isNew = isNew
  }

  /// Returns true if a message from outside is refused.
  func refuses(_ message: Message) -> Bool { isNew?(message) ?? true }

  /// Counts a refused message; returns the error for the flow's error handler, and nil if the refusal is
  /// ending.
  func note() -> FlowError? { whole.refusal?.note(store) }

  /// The error for a caller that waits; nil if the refusal is ending.
  var reason: (any Error)? { whole.refusal?.reason(store) }
}

/// A weak reference that other threads read.
private final class WeakRefusal: @unchecked Sendable {
  // Sound: it is set once, and a weak reference may be read on any thread.
  private(set) weak var refusal: MessageRefusal?

  init(_ refusal: MessageRefusal) { self.refusal = refusal }
}

extension Flow {
  /// Has stores refuse new messages as long as the returned object lives.
  ///
  /// A store whose messages lead to others' turns, as an engine's to those of its folded stores, refuses with
  /// them. Call it at home.
  ///
  /// - Parameters:
  ///   - isWanted: Returns true for the name of a store that refuses.
  ///   - error: Returns the reason of a store for the error handler.
  package func refuseNewMessages(
    where isWanted: (_ store: String) -> Bool,
    because error: @escaping @Sendable (_ store: String) -> any Error
  ) -> MessageRefusal {
    let refusal = MessageRefusal(error)
    var stores: [(mailbox: any LaneMailbox, name: String)] = []
    for lane in lanes {
      guard let store = lane.store, let mailbox = lane.mailbox,
        isWanted(store.storeName) || store.fedStores.contains(where: isWanted)
      else { continue }
      store.refuseNewMessages(refusal)
      stores.append((mailbox, store.storeName))
    }
    refusesNew = true
    refusal.begin(stores, on: self)
    return refusal
  }

  /// Returns true unless a dialect's store takes a message also while it refuses new ones.
  fileprivate func isNew(_ message: any Sendable, to name: String) -> Bool {
    for lane in lanes {
      if let store = lane.store, ExactText(store.storeName) == ExactText(name) { return store.isNew(message) }
    }
    return true
  }
}

extension Store {
  func refuseNewMessages(_ refusal: MessageRefusal) {
    mailbox.begin(MailboxRefusal(refusal, storeName, newness))
  }

  func isNew(_ message: any Sendable) -> Bool {
    guard let message = message as? Message else { return true }
    return newness?(message) ?? true
  }

  private var newness: (@Sendable (Message) -> Bool)? { (insides?.newness as? Newness<Message>)?.isNew }

  /// The names of the stores whose turns its messages lead to.
  var fedStores: Set<String> { insides?.fedStores ?? [] }

  /// Refuses a message from outside at home, if the store refuses new ones; returns false if it does not.
  @usableFromInline
  func refusesNew(_ message: Message) -> Bool {
    guard let error = mailbox.refusing(message)?.note() else { return false }
    flow.report(error)
    return true
  }
}

extension Sender {
  /// The reason for which the store refuses new messages; nil if it does not.
  package var refusal: (any Error)? {
    if case .mailbox(let mailbox) = storage { mailbox.refusalReason } else { nil }
  }

  /// Posts a message that answers for work which was accepted before, also while new ones are refused.
  @discardableResult
  package func sendAnswer(_ message: Message) -> Bool {
    switch storage {
    case .mailbox(let mailbox): mailbox.postAnswer(message)
    case .mapped(let post, _, _): post(message, false)
    }
  }
}
