import Harvest
import Katana
import Millrace
import MillraceTesting
import Testing

// MARK: A Katana store: messages of any type, recorded as one that names them

private struct Till: Katana.Model, Codable, Equatable {
  var total = 0
}

private struct Sold: Katana.Message, Codable, Equatable {
  let price: Int
}

private struct Refunded: Katana.Message, Codable, Equatable {
  let price: Int
}

private enum TillRecord: Codable {
  case sold(Sold)
  case refunded(Refunded)

  struct Unknown: Error {}

  init(_ message: any Katana.Message) throws {
    switch message {
    case let message as Sold: self = .sold(message)
    case let message as Refunded: self = .refunded(message)
    default: throw Unknown()
    }
  }

  var message: any Katana.Message {
    switch self {
    case .sold(let message): message
    case .refunded(let message): message
    }
  }
}

// MARK: A Harvester: its inputs, and its start

private enum Door: String, Codable { case open, closed }
private enum DoorInput: String, Codable, Sendable { case push, pull }

struct ReplayDialectTests {
  private static func till(_ flow: Flow, refunds: Int = 1) throws -> Katana.Store<Till> {
    try Katana.Store(
      model: Till(),
      updater: FunctionUpdater<Till>(any: { till, message in
        switch message {
        case let message as Sold: till.total += message.price
        case let message as Refunded: till.total -= message.price * refunds
        default: return nil
        }
        return []
      }), name: "till", flow: flow)
  }

  private static func door(_ flow: Flow, isMended: Bool = true) -> Harvester<DoorInput, Door> {
    Harvester(
      state: Door.closed,
      mapping: Harvester<DoorInput, Door>.Mapping { input, state in
        switch (input, state) {
        case (.push, .closed): .open
        case (.pull, .open) where isMended: .closed
        default: nil
        }
      }, name: "door", flow: flow)
  }

  private static func record() throws -> String {
    let flow = Flow(name: "shop")
    let till = try till(flow)
    let door = door(flow)
    let recorder = try HistoryRecorder(flow)
    try recorder.record(till, state: { $0 }, message: TillRecord.init)
    try recorder.record(door.store, state: { $0 }, message: Self.input)
    door.send(.push)
    till.dispatch(Sold(price: 5))
    till.dispatch(Refunded(price: 2))
    door.send(.pull)
    till.dispatch(Sold(price: 1))
    try recorder.finish()
    return recorder.text
  }

  private static func input(_ message: HarvesterMessage<DoorInput>) throws -> DoorInput {
    guard case .input(let input) = message else { throw TillRecord.Unknown() }
    return input
  }

  private static func divergence(refunds: Int = 1, isMended: Bool = true) throws -> ReplayDivergence? {
    try Replay(lines: record()).divergence { stage in
      let till = try till(stage.flow, refunds: refunds)
      let door = door(stage.flow, isMended: isMended)
      try stage.add(till, state: { $0 }, message: TillRecord.init, restore: \.message)
      try stage.add(door.store, state: { $0 }, message: input, restore: { .input($0) })
      return (till, door)
    }
  }

  @Test("A Katana store and a Harvester on one flow are replayed, each by its name")
  func agree() throws {
    #expect(try Self.divergence() == nil)
  }

  @Test("What they do otherwise is found where it is")
  func differ() throws {
    let till = try #require(try Self.divergence(refunds: 2))
    #expect(till.store == "till" && till.message?.contains("Refunded") == true)
    let door = try #require(try Self.divergence(isMended: false))
    #expect(door.store == "door" && door.message == "pull")
  }
}
