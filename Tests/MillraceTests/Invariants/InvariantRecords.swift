import Millrace
import MillraceTesting
import Testing

/// A small shop whose state depends on the order of everything.
private struct Shop: Equatable {
  var stock = 0
  var log: [String] = []
  var open: Set<Int> = []

  static func update(_ shop: inout Shop, _ message: ShopMessage) -> Effect<ShopMessage> {
    shop.log.append("\(message) at \(shop.stock)")
    switch message {
    case .order(let id):
      shop.open.insert(id)
      let queues: [EffectQueue?] = [nil, .concat("lorry"), .latest("drone"), .concurrent("bikes", max: 2)]
      return .run(in: queues[id % 4], id: EffectID(id), label: EffectLabel("order \(id)")) { send in
        await send(.arrived(id))
        if id.isMultiple(of: 5) { await send(.bill(id)) }
      }
    case .arrived(let id):
      shop.open.remove(id)
      shop.stock += id
      return id.isMultiple(of: 3) ? .send(.sold(id)) : .none
    case .sold(let id):
      shop.stock -= id
      return .none
    case .withdraw(let id): return .cancel(id: EffectID(id))
    case .bill, .look: return .none
    }
  }
}

private enum ShopMessage: Sendable {
  case order(Int)
  case withdraw(Int)
  case arrived(Int)
  case sold(Int)
  case bill(Int)
  case look
}

/// Performs nothing: a record has the results already.
private struct IdleDriver: Driver {
  func start(
    _ job: DriverJob, _ operation: @escaping @Sendable @isolated(any) () async -> Void
  ) -> DriverHandle {
    DriverHandle {}
  }
}

extension InvariantTests {
  /// A shop in business, with effects, observers that send, and posts, and the record of all its turns.
  private func recordBusiness(
    seed: UInt64, _ home: isolated ConcurrencyHome
  ) async -> (shop: Shop, records: [TurnRecord], states: [Shop], later: [EffectEvent]) {
    var random = RandomSource.seeded(seed)
    let store = Store(Shop(), name: "shop", update: Shop.update)
    var records: [TurnRecord] = []
    var states: [Shop] = []
    var later: [EffectEvent] = []
    let tap = store.flow.tap(detail: .changes, effect: { later.append($0) }) { record in
      records.append(record)
      states.append(store.withState { $0 })
    }
    let token = store.observe(\.stock) { stock in
      if stock % 7 == 3 { store.send(.look) }
    }
    let sender = store.sender()
    for id in 1...150 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: sender.send(.order(id))
      case 1: store.send(.withdraw(id - .random(in: 1...4, using: &random)))
      case 2: await letOthersRun()
      default: store.send(.order(id))
      }
    }
    await store.run()
    tap.cancel()
    token.cancel()
    return (store.withState { $0 }, records, states, later)
  }

  @Test(
    "Every turn can be recorded: the same record, fed back, gives the same state, turn by turn",
    arguments: [1, 2, 3, 5, 8, 13, 21, 34] as [UInt64])
  func replay(seed: UInt64) async {
    await ConcurrencyHome().run { home in
      let (shop, records, states, _) = await recordBusiness(seed: seed, home)
      #expect(records.count > 100)

      // By the update alone.
      var replayed = Shop()
      for (record, state) in zip(records, states) {
        guard let message = record.message as? ShopMessage else { continue }
        _ = Shop.update(&replayed, message)
        #expect(replayed == state, "turn \(record.sequence), seed \(seed)")
      }
      #expect(replayed == shop)

      // By a store that performs nothing. What a turn itself leads to is in the record, so it is kept out.
      let flow = Flow(driver: IdleDriver())
      let store = Store(Shop(), flow: flow, update: Shop.update)
      let gate = flow.gate("replay") { passage in
        if case .turn = passage.cause { .drop } else { .pass }
      }
      for record in records {
        if let message = record.message as? ShopMessage { store.send(message) }
      }
      #expect(store.withState { $0 } == shop, "seed \(seed)")
      #expect(flow.lastSequence == records.last?.sequence)
      gate.cancel()
    }
  }

  @Test(
    "Every turn can be recorded: number, message, cause, what changed, and which effects began and ended",
    arguments: [1, 2, 3, 5, 8] as [UInt64])
  func complete(seed: UInt64) async {
    await ConcurrencyHome().run { home in
      let (_, records, states, later) = await recordBusiness(seed: seed, home)
      #expect(records.map(\.sequence) == Array(1...UInt64(records.count)), "without gaps, seed \(seed)")
      var before = Shop()
      var askedIn: [UInt64: UInt64] = [:]
      for (record, state) in zip(records, states) {
        #expect(record.store == "shop" && record.isHandled)
        #expect(record.isChanged == (state != before))
        before = state
        for event in record.effects where event.turn == record.sequence {
          if event.kind == .started || event.kind == .waiting { askedIn[event.serial] = record.sequence }
        }
        switch record.cause {
        case .effect(let serial, let turn):
          #expect(askedIn[serial] == turn, "an effect's message names the turn that asked for it")
          #expect(turn < record.sequence)
          guard case .arrived(let id) = record.message as? ShopMessage else { continue }
          let asking = records[Int(turn) - 1].message as? ShopMessage
          #expect({ if case .order(id) = asking { true } else { false } }())
        case .turn(let turn): #expect(turn < record.sequence)
        case .sent, .posted, .subscription: break
        }
      }
      #expect(records.contains { $0.cause == .posted })
      // A withdrawn order that had begun is recorded as cancelled in the turn that withdrew it.
      let inTurns = records.flatMap(\.effects)
      let ended = Set((inTurns + later).filter { $0.kind != .started && $0.kind != .waiting }.map(\.serial))
      #expect(ended == Set(askedIn.keys), "every effect's end is told, seed \(seed)")
      for record in records {
        guard case .withdraw(let id) = record.message as? ShopMessage else { continue }
        #expect(record.effects.allSatisfy { $0.id == EffectID(id) && $0.kind != .started })
      }
    }
  }
}
