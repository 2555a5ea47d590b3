public import Synchronization

/// The inbox of a store, which other threads may retain: it takes posted messages, and those of the store's
/// effects.
///
/// It does not keep the store alive.
@usableFromInline
final class Mailbox<Message: Sendable>: LaneMailbox, @unchecked Sendable {
  // Sound: `posted`, `isOpen`, `hasEnded`, `refusal` and `takenHome` are touched only under the gateway's
  // lock, `staged`, `takenCount` and `returning` only at the flow's home; `arrive` and `ended` are set before
  // the mailbox is shared and called only at that home; the rest never changes.

  @usableFromInline let gateway: Gateway
  @usableFromInline let lane: Int
  /// The number of the store on its flow, in the order of creation, from 1.
  let storeNumber: UInt64
  /// The flow's home, if it had one when the store was created: most do, and need not read it under the lock.
  @usableFromInline let firstHome: HomeReference?
  private let firstEnvironment: StoreEnvironment

  // Under the gateway's lock:
  @exclusivity(unchecked) @usableFromInline var posted: [Message] = []
  /// False while a message from outside is not simply accepted: the store has ended, or refuses new ones.
  @exclusivity(unchecked) @usableFromInline var isOpen = true
  private var hasEnded = false
  private var refusal: MailboxRefusal<Message>?
  /// The number of posted messages that are not in `posted`: those that have come home, and those among the
  /// notices.
  private var takenHome = 0

  /// The number of posted messages whose turns are over; written at home only.
  @usableFromInline let turned = Atomic(0)

  // At home:
  /// The posted messages that have come home, until they are in line.
  private var staged: [Message] = []
  /// The number of those that are already in line.
  private var takenCount = 0
  /// The number of posted messages whose turns have come and which a gate has put back.
  @usableFromInline var returning = 0
  /// A function that takes a message of an effect or a subscription.
  @usableFromInline var arrive: ((Message, MessageSource) -> Void)?
  /// A function that is called when the body of an effect or a subscription has returned.
  @usableFromInline var ended: ((JobEnd) -> Void)?

  @usableFromInline
  init(flow: Flow, lane: Int) {
    gateway = flow.gateway
    self.lane = lane
    storeNumber = flow.madeStores
    firstHome = flow.home
    firstEnvironment = flow.environment
  }

  /// The present environment of the flow.
  var environment: StoreEnvironment { gateway.replacedEnvironment ?? firstEnvironment }

  /// Posts a message from any thread; returns false if the store has ended or refuses it.
  @inlinable
  func post(_ message: Message) -> Bool {
    gateway.lock.lock()
    guard isOpen && !gateway.isAbandoned else { return postClosed(message) }
    posted.append(message)
    if gateway.openLane == lane && !gateway.mustWake {
      gateway.openCount &+= 1
      gateway.lock.unlock()
      return true
    }
    let wake = gateway.noteMessage(lane: lane)
    if gateway.isAbandoned { return closeAbandoned() }
    gateway.lock.unlock()
    gateway.carryOut(wake)
    return true
  }

  /// Posts a message from any thread, unless as many as `limit` wait.
  @usableFromInline
  func post(_ message: Message, limit: Int) -> BoundedSend {
    gateway.lock.lock()
    if !isOpen || gateway.isAbandoned, !isTakenWhileClosed(message) { return .ended }
    // Messages are added under the lock only, and those whose turns are over only become more.
    guard posted.count + takenHome - turned.load(ordering: .acquiring) < limit else {
      gateway.lock.unlock()
      return .full
    }
    return append(message) ? .accepted : .ended
  }

  /// Appends a message under the gateway's lock, which it releases; returns false if the home has ended.
  private func append(_ message: Message) -> Bool {
    posted.append(message)
    let wake = gateway.noteMessage(lane: lane)
    if gateway.isAbandoned { return closeAbandoned() }
    gateway.lock.unlock()
    gateway.carryOut(wake)
    return true
  }

  /// Records that the turn of a posted message is over, unless a gate has put the message back.
  @inlinable
  func noteTurn() {
    if returning > 0 {
      returning &-= 1
    } else {
      // Only the home writes it.
      turned.store(turned.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    }
  }

  /// Posts a message from any thread with the task locals and the priority of the poster; returns false if
  /// the store has ended.
  @usableFromInline
  func postInheriting(_ message: Message) -> Bool {
    // Only a live driver makes use of a context.
    if !gateway.isLive { return post(message) }
    return postFromOutside(.inheriting(lane: lane, message: message, TaskContext(), send: 0), message)
  }

  /// Closes the mailbox of a store that has ended with its home, or that can no longer be reached; what was
  /// posted is released.
  ///
  /// Called under the gateway's lock, which it releases.
  @usableFromInline
  func closeAbandoned() -> Bool {
    var dropped: [Message] = []
    let ended = endUnderLock()
    swap(&dropped, &posted)
    gateway.lock.unlock()
    return withExtendedLifetime(ended) { false }
  }

  func stagePosted() {
    takenHome += posted.count
    if staged.isEmpty {
      swap(&staged, &posted)
    } else {
      staged.append(contentsOf: posted)
      posted.removeAll(keepingCapacity: true)
    }
  }

  /// Returns the next messages that have come home, at most `count`.
  @usableFromInline
  func takeStaged(_ count: Int) -> ArraySlice<Message> {
    let first = takenCount
    takenCount = min(first + count, staged.count)
    if takenCount < staged.count { return staged[first..<takenCount] }
    defer {
      staged = []
      takenCount = 0
    }
    return staged[first...]
  }

  /// Closes the mailbox of a store that has ended: what was posted is released, and nothing more is accepted.
  ///
  /// Callable from any thread.
  func close() {
    var dropped: [Message] = []
    var ended: MailboxRefusal<Message>?
    gateway.carryOut(
      gateway.lock.withLock {
        ended = endUnderLock()
        swap(&dropped, &posted)
        return gateway.note(.retired(lane: lane))
      })
    withExtendedLifetime(ended) {}
  }

  /// Notes the end of the store; returns the refusal, which is released outside of the lock.
  private func endUnderLock() -> MailboxRefusal<Message>? {
    isOpen = false
    hasEnded = true
    return refusal.take()
  }

  // MARK: From effects

  /// Brings a message of an effect home and returns after its turn; without a home, posts it.
  @inlinable
  func deliver(_ message: Message, from source: MessageSource) async {
    if let home = firstHome?.actor ?? gateway.currentHome {
      await arrive(message, source, at: home)
    } else {
      postLater(message, from: source)
    }
  }

  /// Reports to the store that a body has returned.
  @inlinable
  func finish(_ end: JobEnd) async {
    if let home = firstHome?.actor ?? gateway.currentHome {
      await finish(end, at: home)
    } else {
      postLater(end)
    }
  }

  @usableFromInline
  func postLater(_ end: JobEnd) {
    postNotice(.ended(lane: lane, end))
  }

  /// Posts a message of an effect or a subscription; returns false if the store has ended.
  @usableFromInline
  @discardableResult
  func postLater(_ message: Message, from source: MessageSource) -> Bool {
    let notice = Gateway.Notice.delivery(lane: lane, message: message, source: source)
    return if case .subscription = source { postFromOutside(notice, message) } else { postNotice(notice) }
  }

  /// Posts a message whose sender may wait for its work; returns the number of the send, or nil if the store
  /// has ended or refuses it.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - inheriting: True if the effects of its turn inherit the task locals and the priority of the poster.
  @usableFromInline
  func postTracked(_ message: Message, inheriting: Bool = false) -> UInt64? {
    let context = inheriting && gateway.isLive ? TaskContext() : nil
    gateway.lock.lock()
    if !isOpen || gateway.isAbandoned, !isTakenWhileClosed(message) { return nil }
    gateway.lastPostedSend += 1
    let number = gateway.lastPostedSend
    takenHome += 1
    let wake = gateway.note(
      context.map { .inheriting(lane: lane, message: message, $0, send: number) }
        ?? .delivery(lane: lane, message: message, source: .posted(number)))
    let isTaken = !gateway.isAbandoned
    gateway.lock.unlock()
    gateway.carryOut(wake)
    return isTaken ? number : nil
  }

  /// Reports to the store that a time it waited for has come.
  func postTimer() {
    postNotice(.timer(lane: lane))
  }

  /// Lets the home begin the subscriptions of the first state.
  func postBeginning() {
    postNotice(.beginning(lane: lane))
  }

  @inlinable
  func arrive(_ message: Message, _ source: MessageSource, at home: isolated any Actor) async {
    arrive?(message, source)
  }

  @usableFromInline
  func finish(_ end: JobEnd, at home: isolated any Actor) async {
    ended?(end)
  }

  /// Records a message of an effect without waking the home: the caller does that after it has released its
  /// own lock.
  func noteLater(_ message: Message, from source: MessageSource) -> (isTaken: Bool, wake: Gateway.Wake?) {
    noteNotice(.delivery(lane: lane, message: message, source: source))
  }

  /// Records that a body has returned without waking the home.
  func noteLater(_ end: JobEnd) -> Gateway.Wake? {
    noteNotice(.ended(lane: lane, end)).wake
  }

  @discardableResult
  private func postNotice(_ notice: Gateway.Notice) -> Bool {
    let (isTaken, wake) = noteNotice(notice)
    gateway.carryOut(wake)
    return isTaken
  }

  private func noteNotice(_ notice: Gateway.Notice) -> (isTaken: Bool, wake: Gateway.Wake?) {
    gateway.lock.withLock {
      guard !hasEnded && !gateway.isAbandoned else { return (false, nil) }
      return note(notice)
    }
  }

  private func note(_ notice: Gateway.Notice) -> (isTaken: Bool, wake: Gateway.Wake?) {
    if case .inheriting = notice { takenHome += 1 }
    let wake = gateway.note(notice)
    return (!gateway.isAbandoned, wake)
  }

  // MARK: Refusing

  /// Posts the notice of a message from outside; returns false if the store has ended or refuses it.
  private func postFromOutside(_ notice: Gateway.Notice, _ message: Message) -> Bool {
    gateway.lock.lock()
    if !isOpen || gateway.isAbandoned, !isTakenWhileClosed(message) { return false }
    let (isTaken, wake) = note(notice)
    gateway.lock.unlock()
    gateway.carryOut(wake)
    return isTaken
  }

  /// Posts a message while the mailbox is closed.
  ///
  /// Called under the gateway's lock, which it releases.
  @usableFromInline
  func postClosed(_ message: Message) -> Bool {
    isTakenWhileClosed(message) && append(message)
  }

  /// Posts a message that answers for work which was accepted before; returns false if the store has ended.
  func postAnswer(_ message: Message) -> Bool {
    gateway.lock.lock()
    if !hasEnded && !gateway.isAbandoned { return append(message) }
    gateway.lock.unlock()
    return false
  }

  /// Returns true, still under the gateway's lock, if the closed mailbox takes a message nevertheless.
  ///
  /// Otherwise it releases the lock, and reports a refusal.
  private func isTakenWhileClosed(_ message: Message) -> Bool {
    let isOver = hasEnded || gateway.isAbandoned
    let refusal = isOver ? nil : refusal(of: message)
    if !isOver && refusal == nil { return true }
    gateway.lock.unlock()
    if let error = refusal?.note() { gateway.post(.error(error)) }
    return false
  }

  private func refusal(of message: Message) -> MailboxRefusal<Message>? {
    if let refusal, refusal.refuses(message) { refusal } else { nil }
  }

  /// Returns the refusal of a message from outside; nil if it is not refused.
  func refusing(_ message: Message) -> MailboxRefusal<Message>? {
    gateway.lock.withLock { refusal(of: message) }
  }

  /// The reason for which new messages are refused; nil if they are not.
  var refusalReason: (any Error)? { gateway.lock.withLock { refusal }?.reason }

  func begin(_ refusal: MailboxRefusal<Message>) {
    let old = gateway.lock.withLock { () -> MailboxRefusal<Message>? in
      if hasEnded { return refusal }
      defer { self.refusal = refusal }
      isOpen = false
      return self.refusal
    }
    withExtendedLifetime(old) {}
  }

  func endRefusal(_ id: ObjectIdentifier) {
    let ended = gateway.lock.withLock { () -> MailboxRefusal<Message>? in
      guard refusal?.id == id else { return nil }
      isOpen = true
      return refusal.take()
    }
    withExtendedLifetime(ended) {}
  }
}
