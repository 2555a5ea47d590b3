import MillraceCore

/// The messages by which a state that waits for an effect learns that the effect was cancelled.
///
/// A state that says "a request is in flight" would say so for ever after a cancellation that it has not
/// asked for, because nothing of a cancelled effect arrives. The messages carry the number of the request, so
/// that one that comes late changes nothing.
@usableFromInline
package final class CancelNotice<Message: Sendable>: Sendable {
  let messages: [Message]
  /// True if the state learns of every end without an answer.
  ///
  /// A state that cancels the effect by its id, or replaces it in its queue, learns only of what others
  /// cancel.
  let isOfEvery: Bool

  init(_ messages: [Message], isOfEvery: Bool) {
    self.messages = messages
    self.isOfEvery = isOfEvery
  }

  /// Returns the notice for a parent that wraps the messages.
  @usableFromInline
  func map<NewMessage: Sendable>(_ transform: (Message) -> NewMessage) -> CancelNotice<NewMessage> {
    CancelNotice<NewMessage>(messages.map(transform), isOfEvery: isOfEvery)
  }
}

extension Effect {
  /// Returns the effect for a state that notes it as in flight, such as a request of a cache.
  ///
  /// A caller that no longer waits for the work of its send does not cancel it. Any other cancellation sends
  /// the message, in a turn of its own. The end of the part or the store sends nothing.
  ///
  /// - Parameters:
  ///   - message: The message by which the state learns of the cancellation.
  ///   - isOfEvery: True to send it also if the effect is cancelled by its own id, or is dropped by its
  ///     queue.
  package func heldByState(cancelled message: Message, always isOfEvery: Bool = false) -> Effect {
    let notice = CancelNotice([message], isOfEvery: isOfEvery)
    return rewriting { $0.with(outlives: .ofCaller, notice: notice) }
  }

  /// Returns the effect that no cancellation of the work of its send ends, because a state has it for as long
  /// as it is active.
  package func outlivingSend() -> Effect { rewriting { $0.with(outlives: .all) } }

  /// The messages that the effect's cancellation sends.
  @usableFromInline
  var cancelMessages: [Message] {
    var messages: [Message] = []
    forEachWork { messages += $0.notice?.messages ?? [] }
    return messages
  }

  /// Returns a race whose cancellation sends the messages of its contestants.
  @usableFromInline
  func notifying(ofCancellation messages: [[Message]]) -> Effect {
    if messages.allSatisfy(\.isEmpty) { return self }
    let notice = CancelNotice(messages.flatMap { $0 }, isOfEvery: true)
    return rewriting { $0.with(notice: notice) }
  }

  /// Calls `body` with each piece of work.
  func forEachWork(_ body: (EffectWork<Message>) -> Void) {
    switch content {
    case .work(let work): body(work)
    case .merge(let effects), .sequence(let effects): for effect in effects.array { effect.forEachWork(body) }
    case .within(_, let effect): effect.forEachWork(body)
    case .none, .message, .cancel, .leave, .report, .unhandled: break
    }
  }
}

extension EffectRunner {
  /// Drops the steps of a sequence that have not begun.
  @usableFromInline
  func dropSteps(of sequence: Int) {
    guard let step = steps[sequence] else { return }
    for effect in step.rest { effect.forEachWork { notifyOfCancellation(of: $0, in: step) } }
    steps[sequence]?.rest = []
  }

  /// Cancels all effects without telling the states, which have ended.
  func endAll(turn: UInt64) {
    isEnding = true
    _ = perform(.cancelAll, turn: turn)
    isEnding = false
  }

  /// Tells the state of an effect that is being cancelled or dropped.
  @usableFromInline
  func notifyOfCancellation(of slot: Slot) {
    guard let notice = slot.work?.notice, notice.isOfEvery || isCancelledByOthers else { return }
    send(notice, from: slot.turn, slot.stay)
  }

  /// Tells the state of work in a step that does not begin.
  func notifyOfCancellation(of work: EffectWork<Message>, in step: Steps) {
    guard let notice = work.notice, notice.isOfEvery || isCancelledByOthers else { return }
    send(notice, from: step.request.turn, step.context.stay)
  }

  /// Puts the messages of a notice in line.
  ///
  /// They belong to no work: a further cancellation of the same work does not drop them.
  func send(_ notice: CancelNotice<Message>, from turn: UInt64, _ stay: PartStay) {
    if isEnding { return }
    let origin = WorkOrigin(flow.numberOfSend())
    for message in notice.messages { outbox(message, .turn(turn, origin), stay) }
  }
}
