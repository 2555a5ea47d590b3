import MillraceCore

/// What a gate says of a message whose turn has come.
public enum GateVerdict<Message> {
  /// Let it pass.
  case pass
  /// Let this message pass in its place.
  case change(Message)
  /// Let nothing pass: the message is gone, on purpose.
  case drop
  /// Put it back in line when this time has passed on the environment's clock. It then meets the gates behind
  /// this one.
  case delay(Duration)
}

/// A message before a gate.
public struct Passage {
  /// The message.
  public let message: any Sendable
  /// The store it is for.
  public let store: String
  /// What made it arrive.
  public let cause: Cause
  /// The part of the state that has sent it at once, and with which it goes.
  package var part = PartStay.whole
}

/// Middleware on a flow.
///
/// A gate is asked when a message's turn has come, before the update sees it; the gate that was added first
/// is asked first. It ends with its token.
final class FlowGate {
  let name: String
  /// The order among all gates of the flow; a delayed message remembers the number of the gate it waited at.
  let number: Int
  /// The lane of the one store it stands before; nil for all of them.
  let lane: Int?
  let life: Life
  let decide: (Passage) -> GateVerdict<any Sendable>

  init(
    name: String, number: Int, lane: Int?, life: Life,
    decide: @escaping (Passage) -> GateVerdict<any Sendable>
  ) {
    self.name = name
    self.number = number
    self.lane = lane
    self.life = life
    self.decide = decide
  }
}

extension Flow {
  /// Adds a gate before all stores of the flow, behind the gates there are.
  ///
  /// It stands as long as the token.
  ///
  /// While a flow has a gate, each of its turns asks it; a flow without gates pays nothing. A message that is
  /// changed into another store's type is dropped and reported
  /// (``FlowError/gateChangedType(gate:store:expected:got:)``).
  public func gate(
    _ name: String, _ decide: @escaping (Passage) -> GateVerdict<any Sendable>
  ) -> ObservationToken {
    addGate(name, lane: nil, decide)
  }

  func addGate(
    _ name: String, lane: Int?, _ decide: @escaping (Passage) -> GateVerdict<any Sendable>
  ) -> ObservationToken {
    let life = Life(ownerIsGone: nil)
    gateNumber += 1
    gates.append(FlowGate(name: name, number: gateNumber, lane: lane, life: life, decide: decide))
    isGated = true
    isPlain = false
    plainRoom = 0
    // Those that have ended are looked for whenever there are twice as many, so that adding many takes linear time.
    if gates.count & (gates.count &- 1) == 0 { judge() }
    return ObservationToken { life.end() }
  }

  /// What the gates together make of a message.
  enum GateOutcome {
    case passed
    /// It passed as another message; the gate that changed it last is named for errors.
    case changed(any Sendable, by: FlowGate)
    case dropped
    /// It waits as the gates before this one have left it.
    case delayed(any Sendable, by: FlowGate, for: Duration)
  }

  /// Asks the gates before `lane` in order, those behind number `passed` only.
  func askGates(
    _ message: any Sendable, lane: Int, store: String, cause: Cause, part: PartStay, passed: Int
  ) -> GateOutcome {
    var current = message
    var changer: FlowGate?
    if gates.contains(where: \.life.isOver) { judge() }
    for gate in gates where gate.number > passed && (gate.lane ?? lane) == lane && gate.life.isActive {
      switch gate.decide(Passage(message: current, store: store, cause: cause, part: part)) {
      case .pass: break
      case .change(let message):
        current = message
        changer = gate
      case .drop: return .dropped
      case .delay(let time): return .delayed(current, by: gate, for: time)
      }
    }
    return changer.map { .changed(current, by: $0) } ?? .passed
  }
}

extension Store {
  /// Adds a gate before this store, behind the gates there are.
  ///
  /// It stands as long as the token.
  public func gate(
    _ name: String, _ decide: @escaping (Message) -> GateVerdict<Message>
  ) -> ObservationToken {
    flow.addGate(name, lane: laneIndex) { passage in
      guard let message = passage.message as? Message else { return .pass }
      return switch decide(message) {
      case .pass: .pass
      case .change(let message): .change(message)
      case .drop: .drop
      case .delay(let time): .delay(time)
      }
    }
  }
}
