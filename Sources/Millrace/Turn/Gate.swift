import MillraceCore

/// A gate's decision about a message whose turn has come.
public enum GateVerdict<Message> {
  /// The message passes.
  case pass
  /// This message passes instead.
  case change(Message)
  /// The message is dropped, on purpose.
  case drop
  /// The message is enqueued again after this time on the environment's clock.
  ///
  /// It then meets the gates behind this one.
  case delay(Duration)
}

/// A message before a gate.
public struct Passage {
  /// The message.
  public let message: any Sendable
  /// The name of the store that receives it.
  public let store: String
  /// The origin of the message.
  public let cause: Cause
  /// The part of the state that sent it at once, and with which it ends.
  package var part = PartStay.whole
}

/// Middleware on a flow.
///
/// A gate is called when a message's turn has come, before the update receives the message, in the order in
/// which the gates were added. It ends with its token.
final class FlowGate {
  let name: String
  /// The order among all gates of the flow; a delayed message stores the number of the gate that delayed it.
  let number: Int
  /// The lane of the gate's store; nil for all stores.
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
  /// Adds a gate before all stores of the flow, behind the existing gates.
  ///
  /// It is active as long as the token.
  ///
  /// While a flow has a gate, each of its turns calls it; a flow without gates has no such cost. If a gate
  /// changes a message into another store's type, the message is dropped and reported
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
    // Ended gates are removed whenever the number of gates reaches a power of two, so that adding many takes
    // linear time.
    if gates.count & (gates.count &- 1) == 0 { judge() }
    return ObservationToken { life.end() }
  }

  /// The combined result of the gates for a message.
  enum GateOutcome {
    case passed
    /// It passed as another message; errors name the last gate that changed it.
    case changed(any Sendable, by: FlowGate)
    case dropped
    /// It waits in the form in which the earlier gates left it.
    case delayed(any Sendable, by: FlowGate, for: Duration)
  }

  /// Calls the gates before `lane` in order, only those with a number above `passed`.
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
  /// Adds a gate before this store, behind the existing gates.
  ///
  /// It is active as long as the token.
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
