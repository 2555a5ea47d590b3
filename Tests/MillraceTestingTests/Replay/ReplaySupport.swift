import Millrace
import MillraceTesting
import TestResources

/// The isolation in which these tests' stores live while they are recorded.
@globalActor
actor ReplayHome {
  static let shared = ReplayHome()
}

/// A workshop that does everything an effect can do.
struct ReplayWorkshop: Codable, Equatable {
  var log: [String] = []
  var jobs = 0
  var isListening = false
  /// Not recorded, and so not compared.
  var scratch = 0

  enum CodingKeys: String, CodingKey { case log, jobs, isListening }

  static let queues: [EffectQueue?] = [
    nil, .merge("merge"), .concat("concat"), .concurrent("two", max: 2), .latest("latest"),
    .exhaust("exhaust"), .debounce("debounce", for: .seconds(2)), .throttle("throttle", for: .seconds(3)),
    .throttle("first", for: .seconds(3), latest: false),
    .concat("small").capacity(1), .concurrent("old", max: 2).capacity(1, overflow: .dropOldest),
  ]

  enum Message: Codable, Hashable, Sendable {
    case job(Int)
    case callback(Int)
    case chain(Int)
    case both(Int, Int)
    case arrived(Int, Int)
    case failed(Int)
    case cancel(Int)
    case cancelAll
    case listen(Bool)
    case heard(Int)
    case unknown
    case grumble
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static func update(_ shop: inout ReplayWorkshop, _ message: Message) -> Effect<Message> {
    if shop.log.count > 12 { shop.log.removeFirst() }
    shop.log.append("\(message)")
    shop.scratch += 1
    switch message {
    case .job(let number): return job(number)
    case .callback(let number): return callback(number)
    case .chain(let number):
      return .concatenate(
        job(number), .send(.arrived(number, 9)), .cancel(id: EffectID(number % 3)), job(number + 1))
    case .both(let one, let other): return .merge(job(one), job(other))
    case .arrived(let number, let step):
      shop.jobs += 1
      return number.isMultiple(of: 4) && step == 0 ? .send(.failed(number)) : .none
    case .cancel(let number): return .cancel(id: EffectID(number))
    case .cancelAll: return .cancelAll
    case .listen(let flag): shop.isListening = flag
    case .unknown: return .unhandled
    case .grumble: return .report(Failure(description: "no coffee"))
    case .failed, .heard: break
    }
    return .none
  }

  static func job(_ number: Int) -> Effect<Message> {
    let recover: (@Sendable (any Error) -> Message?)? =
      if number.isMultiple(of: 2) { { _ in .failed(number) } } else { nil }
    return .run(
      in: queues[number % queues.count], id: EffectID(number % 5), label: "job \(number)",
      { send in
        for step in 0..<(number % 3) { await send(.arrived(number, step)) }
        if number % 4 < 2 { try await send.environment.clock.sleep(for: .seconds(number % 6)) }
        // One that is in no hurry to end when it is cancelled.
        if number % 7 < 2 { for _ in 0..<10 { await letOthersRun() } }
        if number.isMultiple(of: 3) { await send(.arrived(number, 5)) }
        if number % 5 == 1 { throw Failure(description: "job \(number) broke") }
      }, catch: recover)
  }

  static func callback(_ number: Int) -> Effect<Message> {
    .callback(
      in: queues[number % queues.count], id: EffectID(number % 5), label: "callback \(number)",
      { continuation in
        if number % 3 != 0 { continuation.send(.arrived(number, 0)) }
        switch number % 4 {
        case 0: continuation.finish()
        case 1: throw Failure(description: "callback \(number) broke")
        default:
          Task.detached {
            await letOthersRun()
            continuation.send(.arrived(number, 1))
            continuation.finish()
          }
        }
      })
  }

  static func subscriptions(_ shop: ReplayWorkshop) -> [StoreSubscription<Message>] {
    shop.isListening ? [.every(.seconds(2), id: "tick") { .heard(2) }] : []
  }
}

/// A ledger that is told of every fifth arrival by an observer of the workshop.
struct ReplayLedger: Codable, Equatable {
  var entries = 0

  enum Message: Codable, Sendable { case entry(Int) }

  static func update(_ ledger: inout ReplayLedger, _ message: Message) -> Effect<Message> {
    if case .entry(let count) = message { ledger.entries += count }
    return .none
  }
}

/// The two, joined.
final class ReplayBusiness {
  let workshop: Store<ReplayWorkshop, ReplayWorkshop.Message>
  let ledger: Store<ReplayLedger, ReplayLedger.Message>
  private let token: ObservationToken

  init(_ flow: Flow) {
    workshop = Store(
      ReplayWorkshop(), name: "workshop", flow: flow, subscriptions: ReplayWorkshop.subscriptions,
      update: ReplayWorkshop.update)
    ledger = Store(ReplayLedger(), name: "ledger", flow: flow, update: ReplayLedger.update)
    token = workshop.observe(\.jobs) { [ledger, workshop] jobs in
      if jobs.isMultiple(of: 5) { ledger.send(.entry(jobs)) }
      if jobs % 6 == 1 { workshop.send(.heard(jobs)) }
    }
  }

  /// On a replay's stage.
  static func perform(on stage: ReplayStage) throws -> ReplayBusiness {
    let business = ReplayBusiness(stage.flow)
    try stage.add(business.workshop)
    try stage.add(business.ledger)
    return business
  }

  /// Does business at random and gives the record of it.
  @ReplayHome
  static func record(
    seed: UInt64, steps: Int = 60, statesEvery: Int = 1, before: Int = 0
  ) async throws -> (text: String, workshop: ReplayWorkshop) {
    let clock = ManualClock()
    let flow = Flow(name: "business", environment: StoreEnvironment(clock: clock))
    flow.errorHandler = { _ in }
    let business = ReplayBusiness(flow)
    for _ in 0..<before { business.workshop.send(.heard(0)) }
    let recorder = try HistoryRecorder(flow, statesEvery: statesEvery)
    try recorder.record(business.workshop)
    try recorder.record(business.ledger)
    var random = SeededGenerator(seed: seed)
    let sender = business.workshop.sender()
    for step in 1...steps {
      let message: ReplayWorkshop.Message? =
        switch Int.random(in: 0..<16, using: &random) {
        case 0..<5: .job(.random(in: 0..<110, using: &random))
        case 5: .callback(.random(in: 0..<110, using: &random))
        case 6: .chain(.random(in: 0..<110, using: &random))
        case 7: .both(.random(in: 0..<110, using: &random), .random(in: 0..<110, using: &random))
        case 8: .cancel(.random(in: 0..<5, using: &random))
        case 9: .listen(.random(using: &random))
        case 10: [.unknown, .grumble, .cancelAll].randomElement(using: &random)
        default: nil
        }
      switch message {
      case let message? where Bool.random(using: &random): business.workshop.send(message)
      case let message?: sender.send(message)
      case nil where Bool.random(using: &random): clock.jump(by: .seconds(step % 4))
      case nil: for _ in 0..<(step % 9) { await letOthersRun() }
      }
    }
    business.workshop.send(.listen(false))
    await eventually(on: clock) {
      clock.jump(by: .seconds(1))
      flow.pump()
      return flow.isIdle
    }
    try recorder.finish()
    return (recorder.text, business.workshop.withState { $0 })
  }
}
