import Millrace
import MillraceCore

/// Numbered data of the effects in flight, so that effects are small and can be compared.
final class EffectCatalog<Message: Sendable> {
  /// A kind of effects that are the same to a check: they have equal names and answers.
  struct Kind {
    let effect: ModelEffect
    let answers: [EffectAnswer<Message>]?
    /// The index of the first answer that is a limit of its time, which cuts others short.
    let firstLimit: Int
    /// The number of its queue; negative outside of queues.
    let queue: Int32
    /// The context of its request.
    let context: ModelContext
    /// The error in its queue, which makes it run outside of it.
    let problem: String?
    /// True if it may send messages at once.
    let sendsAtOnce: Bool
  }

  private struct QueueKey: Hashable {
    let owner: ArraySlice<PartTag>
    let name: EffectID
  }

  private struct KindKey: Hashable {
    let effect: ModelEffect
    let context: ModelContext
    let answers: [AnswerKey]?
    let limits: [AnswerKey]
    let sendsAtOnce: Bool
  }

  private struct AnswerKey: Hashable {
    let messages: [AnyHashable]
    let delay: Duration?
    let ending: EffectAnswer<Message>.Ending
    let error: String?
  }

  private indirect enum RequestKey: Hashable {
    case send(AnyHashable)
    case run(KindKey)
    case limited([AnswerKey], RequestKey)
    case atOnce(RequestKey)
    case sequence([[RequestKey]])
    case cancel(EffectID)
    case cancelMatching(Int)
    case part(ModelPart, [RequestKey])
    case leave(EffectID)
    case cancelAll
    case report(String)
  }

  private struct UnknownKey: Hashable {
    let text: String
    let place: Int
  }

  private let answers: (ModelEffect) -> [EffectAnswer<Message>]?
  private(set) var kinds: [Kind] = []
  private(set) var programs: [[[LogicRequest<Message>]]] = []
  /// The contexts of requests; the state itself is the first.
  private(set) var contexts = [ModelContext()]
  private var kindNumbers: [KindKey: Int32] = [:]
  private var programNumbers: [[[RequestKey]]: Int32] = [:]
  private var queueNumbers: [QueueKey: Int32] = [:]
  /// Messages that are not `Hashable`, by their texts.
  private var strangers: [String: [Message]] = [:]
  private var predicates = 0

  init(answers: @escaping (ModelEffect) -> [EffectAnswer<Message>]?) {
    self.answers = answers
  }

  func kind(
    of effect: ModelEffect, answers declared: [EffectAnswer<Message>]?,
    limits: [EffectAnswer<Message>] = [], sendsAtOnce: Bool = false, in context: ModelContext
  ) -> Int32 {
    let key = key(effect, declared, limits, context, sendsAtOnce: sendsAtOnce)
    if let number = kindNumbers[key] { return number }
    let problem = effect.queue?.policy.problem
    let queue = effect.queue.flatMap { problem == nil ? number(of: $0.name, context) : nil }
    // Work with a limit does not go on for ever.
    let listed = (answers(effect) ?? declared)?.filter { limits.isEmpty || $0.ending != .staysSilent }
    // An empty list declares nothing.
    let own = listed?.isEmpty == true && limits.isEmpty ? nil : listed
    kinds.append(
      Kind(
        effect: effect, answers: own.map { $0 + limits }, firstLimit: own?.count ?? 0, queue: queue ?? -1,
        context: context, problem: problem, sendsAtOnce: sendsAtOnce))
    kindNumbers[key] = Int32(kinds.count - 1)
    return Int32(kinds.count - 1)
  }

  /// Returns the number of a sequence of steps.
  func program(of steps: [[LogicRequest<Message>]]) -> Int32 {
    let key = steps.map { $0.map { self.key($0) } }
    if let number = programNumbers[key] { return number }
    programs.append(steps)
    programNumbers[key] = Int32(programs.count - 1)
    return Int32(programs.count - 1)
  }

  func number(of context: ModelContext) -> Int32 {
    // There are as many as parts, which are few.
    if let place = contexts.firstIndex(of: context) { return Int32(place) }
    contexts.append(context)
    return Int32(contexts.count - 1)
  }

  private func number(of queue: EffectID, _ context: ModelContext) -> Int32 {
    let key = QueueKey(owner: context.namesPath, name: queue)
    if let number = queueNumbers[key] { return number }
    let number = Int32(queueNumbers.count)
    queueNumbers[key] = number
    return number
  }

  // MARK: Keys

  private func key(
    _ effect: ModelEffect, _ answers: [EffectAnswer<Message>]?, _ limits: [EffectAnswer<Message>],
    _ context: ModelContext, sendsAtOnce: Bool = false
  ) -> KindKey {
    KindKey(
      effect: effect, context: context, answers: answers?.map { key($0) }, limits: limits.map { key($0) },
      sendsAtOnce: sendsAtOnce)
  }

  private func key(_ answer: EffectAnswer<Message>) -> AnswerKey {
    AnswerKey(
      messages: answer.messages.map { key($0) }, delay: answer.delay, ending: answer.ending,
      error: answer.error)
  }

  /// Returns the key of a message.
  ///
  /// A message that is not `Hashable` is compared with those of equal text, by its contents.
  private func key(_ message: Message) -> AnyHashable {
    if let message = message as? any Hashable { return AnyHashable(WholeKey(AnyHashable(message))) }
    let text = "\(message)"
    let known = strangers[text] ?? []
    let place = known.firstIndex { Difference(from: $0 as Any, to: message as Any) == nil } ?? known.count
    if place == known.count { strangers[text] = known + [message] }
    return AnyHashable(UnknownKey(text: text, place: place))
  }

  private func key(_ request: LogicRequest<Message>) -> RequestKey {
    switch request {
    case .send(let message): return .send(key(message))
    case .run(let effect, let answers): return .run(key(effect, answers, [], ModelContext()))
    case .limited(let limits, let request): return .limited(limits.map { key($0) }, key(request))
    case .atOnce(let request): return .atOnce(key(request))
    case .sequence(let steps): return .sequence(steps.map { $0.map { key($0) } })
    case .cancel(let id): return .cancel(id)
    case .part(let part, let requests): return .part(part, requests.map { key($0) })
    case .leave(let name): return .leave(name)
    case .cancelMatching, .cancelInParts:
      // Two predicates cannot be compared, so each counts as different.
      predicates += 1
      return .cancelMatching(predicates)
    case .cancelAll: return .cancelAll
    case .report(let text): return .report(text)
    }
  }
}
